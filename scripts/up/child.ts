/** A Node program to run: `name` is also its log's, `args` are node's. */
export interface Program {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Whether it answers messages over an IPC channel. */
  ipc?: boolean;
}

export interface Child {
  pid: number;
  /** How it ended: an exit code or a signal. */
  exited: Promise<string>;
  ended: () => string | null;
  /** Whether it answers a message over its IPC channel in time; false without one. */
  ping: (timeoutMs: number) => Promise<boolean>;
  /** What it wrote last. */
  tail: () => string;
  logFile: string;
}

export interface Children {
  start(program: Program): Child;
  /** Runs a program to its end; throws StartError with its last lines when it fails. */
  run(program: Program, title: string): Promise<void>;
  /** Ends all of them and whatever they have started: SIGTERM, after `graceMs` SIGKILL. */
  stopAll(graceMs: number): Promise<void>;
}
