import type { ReplicaProblem, ReplicaState } from "@/lib/platform/database/read-replica";
import { counted } from "@/lib/platform/text/counted";
import type { ProcessData, RequestTotals, SystemData } from "./rules";

/** One line of the page. `advice` is what to do; null when all is well. */
export type SystemFact = { label: string; text: string; advice: string | null };

/** Notifications without a failure wait only seconds. */
const MAX_LAG_SECONDS = 60;
/** Above this delay every page is noticeably late. */
const MAX_DELAY_MS = 250;
const HEAP_SHARE = 0.9;
const BUDGET_SHARE = 0.9;

const HOUR_MS = 3_600_000;

/** "4 ms", "1.2 s", "3 min", "5 h". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 2 * HOUR_MS ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / HOUR_MS)} h`;
}

const fact = (label: string, text: string, isWell: boolean, advice: string): SystemFact => ({
  label,
  text,
  advice: isWell ? null : advice,
});

type State = NonNullable<SystemData["state"]>;

function inboxFact({ waiting, oldestSeconds }: State["inbox"]): SystemFact {
  const text =
    waiting === 0
      ? "No notification is waiting"
      : `${counted(waiting, "notification")} waiting, the oldest for ${formatDuration(oldestSeconds * 1_000)}`;
  const advice = "Check that a worker runs. If it does and this grows, start another worker.";
  return fact("Webhook inbox", text, oldestSeconds <= MAX_LAG_SECONDS, advice);
}

function budgetFact(used: State["requestsUsed"], limits: SystemData["limits"]): SystemFact {
  const limited = Object.entries(limits).flatMap(([bucket, limit]) =>
    limit === null ? [] : { limit, count: used[bucket] ?? 0 },
  );
  const [fullest] = limited.sort((one, other) => other.count / other.limit - one.count / one.limit);
  const all = Object.values(used).reduce((total, count) => total + count, 0);
  const advice = "User actions go first. Settings → API usage shows each limit.";
  return fullest === undefined
    ? fact("Request budget", `${counted(all, "request")} in the last minute, not limited`, true, advice)
    : fact(
        "Request budget",
        `${fullest.count} of ${counted(fullest.limit, "request")} in the last minute`,
        fullest.count < fullest.limit * BUDGET_SHARE,
        advice,
      );
}

/** The state of the whole installation, except the times, which the page counts by itself. */
export function stateFacts({ state, limits }: Pick<SystemData, "state" | "limits">): SystemFact[] {
  if (state === null)
    return [
      fact(
        "Database",
        "Not responding",
        false,
        "Check that PostgreSQL runs. npm run doctor names the reason.",
      ),
    ];
  const { inbox, queues, workers, requestsUsed, upstreamDownSince, failuresLastHour } = state;
  const failures =
    failuresLastHour === 0 ? "" : `, ${counted(failuresLastHour, "failed request")} in the last hour`;
  return [
    fact("Database", "Responding", true, ""),
    fact(
      "Workers",
      workers === 0 ? "None running" : `${workers} running`,
      workers > 0,
      "Start a worker. Until then nothing is updated.",
    ),
    inboxFact(inbox),
    fact(
      "Dead letters",
      inbox.deadLettered === 0 ? "None" : counted(inbox.deadLettered, "notification"),
      inbox.deadLettered === 0,
      "Settings → Webhook inbox shows each with its error. Retry them after an update.",
    ),
    fact(
      "Tracking service",
      `${upstreamDownSince === null ? "Responding" : "Not responding"}${failures}`,
      upstreamDownSince === null,
      "Known data stays visible. Settings → API usage shows the failed requests.",
    ),
    budgetFact(requestsUsed, limits),
    fact(
      "Queues",
      [
        `${counted(queues.fetch_queue, "record")} to fetch`,
        `${counted(queues.job_rows, "job row")}`,
        `${counted(queues.row_rebuild_queue, "board row")} and ${counted(queues.report_rebuild_queue, "report row")} to rebuild`,
      ].join(", "),
      true,
      "",
    ),
  ];
}

const requestsText = ({ count, failed, averageMs }: RequestTotals) =>
  count === 0
    ? "None in the last hour"
    : `${counted(count, "request")} in the last hour, ${counted(failed, "failed", "failed")}, ${formatDuration(averageMs)} on average`;

const REPLICA_ADVICE: Readonly<Record<ReplicaProblem, string>> = {
  "not responding":
    "Reports, exports and searches read from the database. Check READ_DATABASE_URL and its server.",
  "too far behind":
    "Reports, exports and searches read from the database. Check the replication, or the load of the replica.",
  "not a replica": "READ_DATABASE_URL names no streaming replica. Set it to one, or remove it.",
};

/** Where reports, exports and searches are read. No fact without a replica. */
function replicaFacts(replica: ReplicaState): SystemFact[] {
  if (replica === null) return [];
  const { problem, reads, readsByPrimary } = replica;
  const counts = `${counted(reads, "read")}, ${counted(readsByPrimary, "read")} from the database instead`;
  const text = problem === null ? "In use" : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
  return [
    fact(
      "Read replica",
      `${text}; ${counts}`,
      problem === null,
      problem === null ? "" : REPLICA_ADVICE[problem],
    ),
  ];
}

/** The state of the dashboard process. */
export function processFacts(data: ProcessData): SystemFact[] {
  const { requests, openStreams, memoryMb, heap, loopDelay, pools } = data;
  const waiting = pools.reduce((total, pool) => total + pool.waiting, 0);
  const main = pools.find(({ name }) => name === "main");
  return [
    fact(
      "Requests",
      requestsText(requests),
      requests.failed === 0,
      "The log names each failed request with its ID.",
    ),
    fact("Open live streams", counted(openStreams, "browser page"), true, ""),
    fact(
      "Memory",
      `${Math.round(memoryMb)} MB, of it ${Math.round(heap.usedMb)} of ${Math.round(heap.limitMb)} MB heap`,
      heap.usedMb < heap.limitMb * HEAP_SHARE,
      "Raise DASHBOARD_HEAP_MB, or start another dashboard.",
    ),
    fact(
      "Event loop delay",
      loopDelay === null
        ? "Not measured"
        : `${formatDuration(loopDelay.p99Ms)} or less for 99%, ${formatDuration(loopDelay.maxMs)} at most`,
      loopDelay === null || loopDelay.p99Ms <= MAX_DELAY_MS,
      "This process is busy. Start another dashboard, or look at the slowest routes.",
    ),
    fact(
      "Database connections",
      `${main?.inUse ?? 0} of ${main?.size ?? 0} in use, ${counted(waiting, "query", "queries")} waiting`,
      waiting === 0,
      "Queries wait for a connection. Look at the slowest queries, or start another dashboard.",
    ),
    ...replicaFacts(data.replica),
  ];
}
