import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { signIn } from "@/bench/harness/sign-in";
import { processMark } from "@/scripts/up/process-mark";
import type { HostileRow, HostileTarget } from "./target";

/** 30 s of missed probes, the grace periods of SIGTERM and of a restart, and a slow start of the program. */
const MAX_MS = 120_000;
const POLL_MS = 250;

/** Waits until a check succeeds. Returns the time in ms, or null on timeout. */
async function timeUntil(look: () => Promise<boolean>): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < MAX_MS) {
    if (await look().catch(() => false)) return performance.now() - begun;
    await pause(POLL_MS);
  }
  return null;
}

const seconds = (ms: number | null) =>
  ms === null ? `never within ${MAX_MS / 1_000} s` : `${(ms / 1_000).toFixed(1)} s`;

/**
 * Stops a process (SIGSTOP). Measures the time until it has ended, and from the stop until its replacement is ready.
 */
async function stopProcess(name: string, pid: number, serves: () => Promise<boolean>): Promise<HostileRow[]> {
  const mark = processMark(pid);
  if (mark === null)
    return [{ check: `a stopped ${name}`, figure: `process ${pid} does not run`, held: false }];
  const begun = performance.now();
  process.kill(pid, "SIGSTOP");
  const gone = await timeUntil(async () => processMark(pid) !== mark);
  // Resumes the process if it was not ended, so that no process is left stopped.
  if (gone === null) process.kill(pid, "SIGCONT");
  const served = gone === null ? null : await timeUntil(serves);
  const whole = served === null ? null : performance.now() - begun;
  return [
    { check: `a stopped ${name} is ended`, figure: seconds(gone), held: gone !== null },
    { check: `after a stopped ${name} all is well again`, figure: seconds(whole), held: whole !== null },
  ];
}

async function answersBoard({ url }: HostileTarget, cookie: string): Promise<boolean> {
  const response = await fetch(`${url}/api/board`, {
    headers: { cookie },
    signal: AbortSignal.timeout(5_000),
  });
  await response.arrayBuffer();
  return response.ok;
}

/**
 * Stops the worker, then the dashboard, of a running stack (SIGSTOP). Reports the time until the supervisor had
 * replaced each. A worker is ready when it has recorded its heartbeat, the dashboard when a signed-in user can read the
 * board. `pids` contains both process ids.
 */
export async function hungProcesses(target: HostileTarget): Promise<HostileRow[]> {
  const { worker = 0, dashboard = 0 } = target.pids;
  const session = await signIn(target.url, target.email, target.password);
  const board = () => answersBoard(target, `${session.name}=${session.value}`);
  const database = new pg.Client({ connectionString: target.databaseUrl });
  await database.connect();
  const heartbeat = async () => {
    const { rows } = await database.query<{ at: string | null }>(
      "select max(updated_at)::text as at from installation where name = 'reconciler'",
    );
    return rows[0]?.at ?? null;
  };
  try {
    let last: string | null = null;
    const serves = async () => {
      // The first check only records the heartbeat of the stopped worker.
      const now = await heartbeat();
      last ??= now;
      return now !== last && (await board());
    };
    const ofWorker = await stopProcess("worker", worker, serves);
    return [...ofWorker, ...(await stopProcess("dashboard", dashboard, board))];
  } finally {
    await database.end();
  }
}
