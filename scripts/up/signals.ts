import { parentOf } from "./process-mark";

/** The number of bootstrap processes between npm and this one (scripts/pinned-node.mjs). */
function countBootstraps(): number {
  const pids = process.env.DRAYBOARD_BOOTSTRAP_PIDS?.split(" ") ?? [];
  return Number(pids.at(-1)) === process.ppid ? pids.length : 0;
}

/** The ids of the parent of this process, its parent and so on, as text. */
function ancestors(count: number): string {
  const pids = [process.ppid];
  while (pids.length < count) pids.push(parentOf(pids.at(-1) ?? 0));
  return pids.join(" ");
}

/** Calls `stop` on a request to end this process, or when its npm or bootstrap process has ended. */
export function onStopRequest(stop: (reason: string) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  // A closed terminal must not end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  // npm runs this process through a shell. The shell may outlive npm, or end on the signal without passing it on.
  const count = countBootstraps() + (byNpm ? 2 : 0);
  if (count === 0) return;
  const first = ancestors(count);
  setInterval(() => {
    if (ancestors(count) !== first) stop(byNpm ? "npm is gone" : "the bootstrap is gone");
  }, 500).unref();
}
