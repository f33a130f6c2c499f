import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import {
  type ContainerYear,
  containerYear,
  TERMINALS,
  terminalOf,
} from "@/lib/features/reports/materialize/test-year";
import { rebuildBoardRows } from "@/lib/mirror/board-rows/rebuild-board-rows";
import { ChangeSet } from "@/lib/mirror/changed-records";
import type { Database } from "@/lib/platform/database/client";
import { openRng } from "@/lib/platform/seeded-random";

const SEED = 10;
const CONTAINERS_A_FILE = 2_000;
const BOARD_ROWS_AT_ONCE = 2_000;

type Facts = Record<string, unknown>;
type Cell = string | null;

const COLUMNS = {
  containers:
    "id, attributes, relationships, number_key, shipment_id, pod_terminal_id, carrier_as_of, terminal_as_of, rail_as_of",
  shipments: "id, attributes, as_of, bill_of_lading_key",
  source_updates: "subject_type, subject_id, as_of, received_at, facts",
  changes: "subject_type, subject_id, field, before, after, as_of",
} as const;
type Copied = keyof typeof COLUMNS;

const line = (cells: readonly Cell[]): string =>
  cells.map((cell) => (cell === null ? "" : `"${cell.replaceAll('"', '""')}"`)).join(",");

/** Flattens import_deadlines into separate fields, named as in the history. Undefined facts were not reported. */
function flat(facts: Facts): [string, unknown][] {
  return Object.entries(facts)
    .flatMap(([field, value]): [string, unknown][] =>
      field === "import_deadlines" && value && typeof value === "object"
        ? Object.entries(value).map(([name, day]) => [`import_deadlines.${name}`, day])
        : [[field, value]],
    )
    .filter(([, value]) => value !== undefined);
}

/** Merges all reports into the final attributes, and returns every change on the way as a line of `changes`. */
function fold(type: "container" | "shipment", id: string, reported: readonly { at: string; facts: Facts }[]) {
  const known = new Map<string, unknown>();
  const changes: string[] = [];
  for (const [index, { at, facts }] of reported.entries())
    for (const [field, value] of flat(facts)) {
      const [before, after] = [JSON.stringify(known.get(field) ?? null), JSON.stringify(value)];
      if (index > 0 && before !== after)
        changes.push(line([type, id, field, before === "null" ? null : before, after, at]));
      known.set(field, value);
    }
  const attributes: Facts = {};
  const deadlines: Facts = {};
  for (const [field, value] of known)
    if (field.startsWith("import_deadlines.")) deadlines[field.slice(17)] = value;
    else attributes[field] = value;
  if (Object.keys(deadlines).length) attributes.import_deadlines = deadlines;
  return { attributes, changes };
}

/** Moves of the container within the yard. No report reads them, but they are most of a typical history. */
function yardMoves(id: string, count: number, from: number, to: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const spot = (row: number) => JSON.stringify(`Row ${row % 97}, tier ${row % 5}`);
    const reported = new Date(from + ((to - from) * (at + 1)) / (count + 1)).toISOString();
    return line(["container", id, "location_at_pod_terminal", spot(at), spot(at + 1), reported]);
  });
}

type Lines = Record<Copied, string[]>;

/** Adds one container and its shipment as lines of the mirror's tables, with this many changes in total. */
function addContainer(lines: Lines, year: ContainerYear, serial: number, changesAContainer: number): void {
  const at = (ms: number) => new Date(ms).toISOString();
  const { containerId: id, shipmentId, updates } = year;
  const [first, last] = [updates[0]?.at ?? 0, updates.at(-1)?.at ?? 0];
  const reported = (part: "container" | "shipment") =>
    updates.map((telling) => ({ at: at(telling.at), facts: telling[part] }));
  const container = fold("container", id, reported("container"));
  const shipment = fold("shipment", shipmentId, reported("shipment"));
  const relationships = { shipment: { data: { type: "shipment", id: shipmentId } } };
  const own = [...container.changes, ...shipment.changes];
  lines.containers.push(
    line([
      ...[
        id,
        JSON.stringify(container.attributes),
        JSON.stringify(relationships),
        String(container.attributes.number),
      ],
      ...[shipmentId, terminalOf(year, serial), at(last), at(last), at(first)],
    ]),
  );
  lines.shipments.push(line([shipmentId, JSON.stringify(shipment.attributes), at(last), `BOL${serial}`]));
  lines.source_updates.push(
    line(["container", id, at(first), at(first), JSON.stringify(updates[0]?.container ?? {})]),
  );
  lines.changes.push(...own, ...yardMoves(id, Math.max(0, changesAContainer - own.length), first, last));
}

async function copyAll(pool: Pool, folder: string, lines: Lines): Promise<void> {
  for (const table of ["shipments", "containers", "source_updates", "changes"] as const) {
    const file = join(folder, table);
    await writeFile(file, lines[table].join("\n"), { mode: 0o644 });
    await pool.query(`copy ${table} (${COLUMNS[table]}) from '${file}' with (format csv)`);
    await rm(file);
  }
}

async function copyTerminals(pool: Pool): Promise<void> {
  for (const { id, name } of TERMINALS)
    await pool.query(
      "insert into reference_records (type, id, attributes, as_of) values ('terminal', $1, $2, now())",
      [id, { name }],
    );
}

/**
 * Loads a year's history into the mirror by COPY, with this many containers and changes. Computes the board's rows by
 * the mirror's own rule. Returns the number of changes.
 */
export async function loadYear(
  db: Database,
  pool: Pool,
  size: { containers: number; changes: number },
  now: Date,
): Promise<number> {
  const rng = openRng(SEED);
  const folder = await mkdtemp(join(tmpdir(), "drayboard-copy-"));
  await chmod(folder, 0o755);
  await copyTerminals(pool);
  for (let start = 0; start < size.containers; start += CONTAINERS_A_FILE) {
    const lines: Lines = { containers: [], shipments: [], source_updates: [], changes: [] };
    for (let serial = start; serial < Math.min(start + CONTAINERS_A_FILE, size.containers); serial += 1)
      addContainer(lines, containerYear(serial, now.getTime(), rng), serial, size.changes / size.containers);
    await copyAll(pool, folder, lines);
  }
  await rm(folder, { recursive: true });
  await pool.query("analyze");
  for (let start = 0; start < size.containers; start += BOARD_ROWS_AT_ONCE) {
    const changeSet = new ChangeSet();
    for (let serial = start; serial < Math.min(start + BOARD_ROWS_AT_ONCE, size.containers); serial += 1)
      changeSet.containers.add(`container-${serial}`);
    await db.transaction((tx) => rebuildBoardRows(tx, changeSet));
  }
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from changes`);
  await pool.query("vacuum analyze");
  return rows[0]?.count ?? 0;
}
