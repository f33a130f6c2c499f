/** A Node program to run. `name` is also the name of its log, `args` are node's arguments. */
export interface Program {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Whether it responds to messages over an IPC channel. */
  ipc?: boolean;
}

export interface Child {
  pid: number;
  /** How it ended: an exit code or a signal. */
  exited: Promise<string>;
  ended: () => string | null;
  /** Whether it responds to a message over its IPC channel in time. False without a channel. */
  ping: (timeoutMs: number) => Promise<boolean>;
  /** Its last output. */
  tail: () => string;
  logFile: string;
}

export interface Children {
  start(program: Program): Child;
  /** Runs a program to its end. Throws StartError with its last lines on failure. */
  run(program: Program, title: string): Promise<void>;
  /** Ends all programs and their child processes: SIGTERM, then SIGKILL after `graceMs`. */
  stopAll(graceMs: number): Promise<void>;
}
