import { type ParseArgsConfig, parseArgs } from "node:util";

/** A command line error. The message shows the correct usage. */
export class UsageError extends Error {
  constructor(usage: string, wrong?: string) {
    super(`${wrong === undefined ? "" : `${wrong}\n`}Usage: npm run tracking-service -- ${usage}`);
  }
}

/** Parses the arguments of a command. Throws UsageError when they are invalid. */
export function readArguments<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(usage, error instanceof Error ? error.message : undefined);
  }
}
