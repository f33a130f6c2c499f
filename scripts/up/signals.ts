import { parentOf } from "./process-mark";

/** Calls `stop` when this process is asked to end, or when the npm that runs it is gone. */
export function onStopRequest(stop: (reason: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  // A closed terminal must not end us before our children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.env.npm_lifecycle_event === undefined) return;
  // npm runs us through a shell that may outlive it, or die of the signal without passing it on. The bootstrap may add
  // processes between the shell and us.
  const levels = Number(process.env.DRAYBOARD_BOOTSTRAP_LEVELS ?? 0);
  const ancestors = () => {
    const pids = [process.ppid];
    for (let level = 0; level <= levels; level += 1) pids.push(parentOf(pids.at(-1) ?? 0));
    return pids.join(" ");
  };
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) stop("npm is gone");
  }, 500).unref();
}
