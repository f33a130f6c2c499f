import { readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, type ClusterOptions, startCluster } from "@/lib/platform/postgres/cluster";
import { findPlacement, savePlacement } from "@/lib/platform/postgres/data-placement";
import { findPostmaster } from "@/lib/platform/postgres/postmaster";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { parentOf, processMark } from "@/scripts/up/process-mark";
import { type Member, untilUp } from "./member";
import { openCluster, usesSharedCluster } from "./shared-cluster";

const STOP_MS = 10_000;

/**
 * The server's own child processes. Each has its own process group, so a signal to the postmaster's group does not
 * reach them.
 */
async function childrenOf(pid: number): Promise<number[]> {
  const names = await readdir("/proc");
  return names.map(Number).filter((other) => Number.isInteger(other) && other > 1 && parentOf(other) === pid);
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

export interface ClusterMember extends Member {
  cluster: Cluster;
}

/** Starts PostgreSQL as a member of a fleet. A smoke run uses the shared server instead, if there is one. */
export async function openClusterMember(options: ClusterOptions): Promise<ClusterMember> {
  return usesSharedCluster() ? sharedMember(await openCluster(options)) : startClusterMember(options);
}

/** The shared server as a member. It always runs, and a smoke run that kills it must start its own. */
function sharedMember(cluster: Cluster): ClusterMember {
  return {
    cluster,
    name: "postgres",
    kind: "postgres",
    state: () => "up",
    async kill() {
      throw new Error("the shared PostgreSQL is not killed");
    },
    async terminate() {
      throw new Error("the shared PostgreSQL is not ended");
    },
    stop: async () => undefined,
    start: () => undefined,
    untilUp: async () => undefined,
    ownEnds: () => [],
    pid: () => null,
  };
}

/**
 * Starts PostgreSQL as a member of a fleet. All its processes are killed at once. It restarts on the same port and
 * recovers the committed data.
 */
async function startClusterMember(options: ClusterOptions): Promise<ClusterMember> {
  const first = await startCluster(options);
  // The cluster is created on any free port, then moved to one that stays free while it is down.
  await first.stop(STOP_MS);
  const placement = await findPlacement(options.dataDir);
  if (placement === null) throw new Error(`no cluster was made in ${options.dataDir}`);
  await savePlacement(options.dataDir, { ...placement, port: await findFreePort() });
  const cluster = await startCluster(options);
  const url = cluster.urlFor("postgres");

  let wanted = true;
  let running: Cluster | null = cluster;
  let pid = await pidOf(cluster);
  let reported = false;
  const ownEnds: string[] = [];
  let failure: unknown = null;

  async function live(): Promise<void> {
    while (wanted) {
      running ??= await startCluster(options);
      if (running.urlFor("postgres") !== url)
        throw new Error("PostgreSQL's port was taken while it was away");
      pid = await pidOf(running);
      await running.exited;
      if (!reported) ownEnds.push("ended by itself");
      reported = false;
      running = null;
      pid = null;
    }
  }
  const begin = () =>
    live().catch((error: unknown) => {
      failure = error;
    });
  let living = begin();

  async function kill(): Promise<void> {
    const postmaster = pid;
    if (postmaster === null) return;
    reported = true;
    pid = null;
    // A child that is forked after the children were listed would survive and keep the shared memory.
    signalOne(postmaster, "SIGSTOP");
    const all = [postmaster, ...(await childrenOf(postmaster))];
    for (const one of all) signalOne(one, "SIGKILL");
    while (all.some((one) => processMark(one) !== null)) await pause(5);
  }

  const isUp = () => {
    if (failure !== null) throw failure;
    return pid !== null;
  };
  return {
    cluster,
    name: "postgres",
    kind: "postgres",
    // Throws if the server could not be started again.
    state: () => (isUp() ? "up" : "down"),
    kill,
    async terminate() {
      throw new Error("PostgreSQL is killed, not asked");
    },
    async stop() {
      wanted = false;
      await kill();
      await living;
    },
    start() {
      if (wanted) return;
      wanted = true;
      living = begin();
    },
    untilUp: (timeoutMs = 90_000) => untilUp("postgres", isUp, timeoutMs),
    ownEnds: () => ownEnds,
    pid: () => pid,
  };
}

async function pidOf(cluster: Cluster): Promise<number | null> {
  return (await findPostmaster(cluster.data))?.pid ?? null;
}
