export declare const PINNED: string;
export declare function chooseNode(version: string, platform: string): "present" | "pinned" | "refused";
export declare function platformName(): string;
export declare function npmCommand(env?: NodeJS.ProcessEnv): string[];
export declare function verifyTarball(file: string, sha512: string): void;
export declare function pinnedNode(
  platform: string,
  env?: NodeJS.ProcessEnv,
): { folder: string; program: string };
export declare function ensurePinnedNode(platform: string, env?: NodeJS.ProcessEnv): string;
export declare function withNodeFirst(
  program: string,
  env?: Record<string, string | undefined>,
): NodeJS.ProcessEnv;
export declare function runInstead(command: string, args: string[], env: NodeJS.ProcessEnv): void;
