import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, type ClusterOptions, startCluster } from "@/lib/platform/postgres/cluster";
import { findPostmaster } from "@/lib/platform/postgres/postmaster";
import { type DiskSpace, watchDiskSpace } from "./disk-space";
import { say } from "./progress";
import { messageOf, StartError } from "./start-error";

/**
 * Restarts the embedded PostgreSQL whenever its process ends, on the same port, so that the pools of all programs
 * reconnect. `restarting` is called for each start in progress. On a full disk it retries until there is space. Throws
 * StartError if it fails otherwise, or if its port is taken.
 */
export async function keepCluster(
  first: Cluster,
  options: ClusterOptions,
  stopping: () => boolean,
  restarting: (start: Promise<Cluster>) => void,
  space: DiskSpace = watchDiskSpace([]),
  /** Whether the data folder is gone. A start would make a new, empty one. */
  isGone: () => boolean = () => false,
): Promise<void> {
  let cluster = first;
  for (;;) {
    await (cluster.borrowed ? endOf(cluster.data) : cluster.exited);
    if (stopping() || isGone()) return;
    say("PostgreSQL ended; starting it again.");
    const start = restart(options, stopping, space);
    restarting(start);
    cluster = await start;
    if (stopping()) return;
    if (cluster.urlFor("x") !== first.urlFor("x"))
      throw new StartError(
        "PostgreSQL's port was taken by another program meanwhile. Start everything again.",
      );
    say("PostgreSQL is running again.");
  }
}

/** Another command, such as `npm run user`, may have started the server meanwhile and will stop it. */
async function endOf(data: string): Promise<void> {
  while ((await findPostmaster(data)) !== null) await pause(1_000, undefined, { ref: false });
}

async function restart(options: ClusterOptions, stopping: () => boolean, space: DiskSpace): Promise<Cluster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startCluster(options);
    } catch (error) {
      if (space.isCauseOf(error) && !stopping()) {
        attempt = 0;
        await pauseWhileFull(stopping, space);
        continue;
      }
      if (attempt === 5 || stopping()) throw error;
      say(messageOf(error));
      await pause(1_000 * 2 ** attempt);
      if (stopping()) throw error;
    }
  }
}

/** Waits until there is space, at most 10 s. PostgreSQL may need less space than the threshold. */
async function pauseWhileFull(stopping: () => boolean, space: DiskSpace): Promise<void> {
  for (let waited = 0; waited < 10_000 && !stopping(); waited += 500) {
    await pause(500);
    await space.check();
    if (!space.isFull()) return;
  }
}
