import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, type ClusterOptions, startCluster } from "@/lib/postgres/cluster";
import { say } from "./progress";
import { messageOf, StartError } from "./start-error";

/**
 * Starts the embedded PostgreSQL again whenever its process ends, on the same port, so that the pools of all programs
 * find it again; `restarting` is told of each start under way. Throws StartError when it stays away or its port is gone.
 */
export async function keepCluster(
  first: Cluster,
  options: ClusterOptions,
  stopping: () => boolean,
  restarting: (start: Promise<unknown>) => void,
): Promise<void> {
  let cluster = first;
  for (;;) {
    await cluster.exited;
    if (stopping()) return;
    say("PostgreSQL ended; starting it again.");
    const start = restart(options, stopping);
    restarting(start);
    cluster = await start;
    if (stopping()) return;
    if (cluster.urlFor("x") !== first.urlFor("x"))
      throw new StartError(
        "PostgreSQL's port was taken by another program meanwhile. Start everything again.",
      );
  }
}

async function restart(options: ClusterOptions, stopping: () => boolean): Promise<Cluster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startCluster(options);
    } catch (error) {
      if (attempt === 5 || stopping()) throw error;
      say(messageOf(error));
      await pause(1_000 * 2 ** attempt);
      if (stopping()) throw error;
    }
  }
}
