/** Calls `stop` when this process is asked to end, or when the npm that runs it is gone. */
export function onStopRequest(stop: (reason: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  // A closed terminal must not end us before our children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop("npm is gone");
  }, 500).unref();
}
