import { parentOf } from "./process-mark";

/** How many processes of the bootstrap run this one in their place (scripts/pinned-node.mjs). */
function countBootstraps(): number {
  const pids = process.env.DRAYBOARD_BOOTSTRAP_PIDS?.split(" ") ?? [];
  return Number(pids.at(-1)) === process.ppid ? pids.length : 0;
}

/** The processes that started this one, its parent first. */
function ancestors(count: number): string {
  const pids = [process.ppid];
  while (pids.length < count) pids.push(parentOf(pids.at(-1) ?? 0));
  return pids.join(" ");
}

/** Calls `stop` when this process is asked to end, or when the npm or the bootstrap that runs it is gone. */
export function onStopRequest(stop: (reason: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  // A closed terminal must not end us before our children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  // npm runs us through a shell that may outlive it, or die of the signal without passing it on.
  const count = countBootstraps() + (byNpm ? 2 : 0);
  if (count === 0) return;
  const first = ancestors(count);
  setInterval(() => {
    if (ancestors(count) !== first) stop(byNpm ? "npm is gone" : "the bootstrap is gone");
  }, 500).unref();
}
