import { parentOf } from "./process-mark";

/** Calls `stop` on a request to end this process, or when its npm process has ended. */
export function onStopRequest(stop: (reason: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  // A closed terminal must not end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm runs this process through a shell. The shell may outlive npm, or end on the signal without passing it on.
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) stop("npm is gone");
  }, 500).unref();
}
