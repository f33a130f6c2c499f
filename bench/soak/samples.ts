import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import type { Undo } from "@/bench/harness/clean-up";
import type { Fleet, Programs } from "@/bench/harness/fleet";
import { countDescriptors, takenByProcess, unbufferedMemoryMb } from "@/bench/harness/processes";
import { readSystemState } from "@/lib/realtime/system-state";

const REPORT_HEAP = pathToFileURL(resolve("bench", "soak", "report-heap.mjs"));

/**
 * What a process has at one time. For PostgreSQL the heap is null, the memory is that without the shared buffers, and the
 * connections are those of all programs.
 */
export interface ProcessSample {
  residentMb: number;
  heapMb: number | null;
  files: number;
  connections: number;
}

/** What all processes have at one time, and how far the inbox lags. */
export interface Sample {
  minute: number;
  processes: Readonly<Record<string, ProcessSample>>;
  /** The notifications that wait in the inbox, and the age of the oldest. */
  waiting: number;
  oldestSeconds: number;
  /** The size of the dashboard's database. It grows with the history. */
  databaseMb: number;
}

/** Programs that also write their used heap to files in this folder. */
export interface HeapReports {
  programs: Programs;
  folder: string;
}

/** Lets programs report their used heap. The folder is removed at the end. */
export async function reportHeaps(programs: Programs, onEnd: (undo: Undo) => void): Promise<HeapReports> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-heaps-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const module = new URL(REPORT_HEAP);
  module.searchParams.set("folder", folder);
  const reporting = (args: readonly string[]) => ["--import", module.href, ...args];
  return {
    folder,
    programs: {
      dashboard: (port) => reporting(programs.dashboard(port)),
      worker: reporting(programs.worker),
      service: reporting(programs.service),
    },
  };
}

async function readHeapMb(folder: string, pid: number): Promise<number | null> {
  const heapMb = Number(await readFile(join(folder, `heap-${pid}`), "utf8").catch(() => ""));
  return heapMb > 0 ? heapMb : null;
}

/** Measures every process of the fleet now. A smoke run shares its PostgreSQL with others, so it is not measured. */
export async function takeSample(fleet: Fleet, folder: string, minute: number): Promise<Sample> {
  const { rows } = await fleet.dashboard.db.execute<{ clients: number; mb: number }>(sql`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as clients,
      (pg_database_size(current_database()) / 1048576.0)::float8 as mb`);
  const state = await readSystemState(fleet.dashboard.db);
  if (state === null) throw new Error("the database did not respond");
  const port = Number(new URL(fleet.dashboard.url).port);
  const processes: Record<string, ProcessSample> = {};
  for (const { name, kind, pid } of fleet.members) {
    const id = pid();
    if (id === null) continue;
    const { files, connections } = countDescriptors(id, port);
    processes[name] =
      kind === "postgres"
        ? { residentMb: unbufferedMemoryMb(id), heapMb: null, files, connections: rows[0]?.clients ?? 0 }
        : {
            ...{ residentMb: takenByProcess(id).residentMb, heapMb: await readHeapMb(folder, id) },
            ...{ files, connections },
          };
  }
  const { waiting, oldestSeconds } = state.inbox;
  return { minute, processes, waiting, oldestSeconds, databaseMb: rows[0]?.mb ?? 0 };
}

/** Some of the samples, evenly spread, as the lines of a table. */
export function sampleTable(samples: readonly Sample[], lines: number): string[][] {
  const names = Object.keys(samples[0]?.processes ?? {});
  const head = names.flatMap((name) => [`${name} RSS`, "heap", "files", "connections"]);
  const count = Math.min(lines, samples.length);
  const chosen = Array.from(
    { length: count },
    (_, at) => samples[Math.round((at * (samples.length - 1)) / Math.max(1, count - 1))],
  );
  const whole = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : String(Math.round(value));
  return [
    ["minute", ...head, "inbox", "oldest, s", "database MB"],
    ...chosen
      .filter((sample) => sample !== undefined)
      .map(({ minute, processes, waiting, oldestSeconds, databaseMb }) => [
        minute.toFixed(1),
        ...names.flatMap((name) => {
          const own = processes[name];
          return [own?.residentMb, own?.heapMb, own?.files, own?.connections].map(whole);
        }),
        whole(waiting),
        oldestSeconds.toFixed(1),
        whole(databaseMb),
      ]),
  ];
}
