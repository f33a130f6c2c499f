import { isDeepStrictEqual } from "node:util";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { containers, shipments } from "@/lib/platform/database/schema/schema";
import type { Store } from "@/tracking-service/store/database";
import { changeEvents } from "@/tracking-service/store/schema";
import { plain } from "./truth";

type Step = { before: unknown; after: unknown };
/** The changes of each subject and field, ordered by time. */
type RecordedHistory = Map<string, Step[]>;

export type HistoryFaults = {
  /** `before` of a change differs from `after` of the previous change. */
  broken: string[];
  /** The last `after` differs from the mirror. */
  stale: string[];
  /** Changes that the service reported but the history lacks. */
  missing: string[];
  /** Changes in the history that the service did not report, for fields whose every change is reported. */
  invented: string[];
  changes: number;
  reported: number;
};

const keyOf = (id: string, field: string) => `${id} ${field}`;
const DEADLINES = "import_deadlines";
/** Deadlines that changesets name without import_deadlines (supplement-2.md, 7. container.updated). */
const DEADLINE_NAMES: readonly string[] = ["pickup_lfd_terminal", "pickup_lfd_line", "pickup_lfd_rail"];

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** Converts one field of a changeset to a history field. The history stores deadlines under import_deadlines. */
function stepOf(field: string, [before, after]: readonly unknown[]): [string, Step] {
  const name = DEADLINE_NAMES.includes(field) ? `${DEADLINES}.${field}` : field;
  return [name, { before: plain(before), after: plain(after) }];
}

function add(history: RecordedHistory, key: string, step: Step): void {
  const steps = history.get(key);
  if (steps) steps.push(step);
  else history.set(key, [step]);
}

/** Every change of terminal fields as the service reported it, in the service's order. */
async function reportedHistory({ db }: Store): Promise<{ story: RecordedHistory; fields: Set<string> }> {
  const rows = await db
    .select({ containerId: changeEvents.containerId, attributes: changeEvents.attributes })
    .from(changeEvents)
    .where(eq(changeEvents.type, "container_updated_event"))
    .orderBy(asc(changeEvents.createdAt));
  const story: RecordedHistory = new Map();
  const fields = new Set<string>();
  for (const { containerId, attributes } of rows)
    for (const [name, value] of Object.entries(attributes.changeset ?? {}))
      if (Array.isArray(value)) {
        const [field, step] = stepOf(name, value);
        if (isDeepStrictEqual(step.before, step.after)) continue;
        fields.add(field);
        add(story, keyOf(containerId ?? "", field), step);
      }
  return { story, fields };
}

async function storedHistory(db: Database): Promise<RecordedHistory> {
  // Reads through the driver. Drizzle parses a text value again and converts a text of digits to a number.
  const { rows } = await db.execute<{ subject_id: string; field: string } & Step>(
    sql`select subject_id, field, before, after from changes order by as_of, id`,
  );
  const history: RecordedHistory = new Map();
  for (const { subject_id, field, before, after } of rows)
    add(history, keyOf(subject_id, field), { before: plain(before), after: plain(after) });
  return history;
}

/** The current values in the mirror, by subject and field. */
async function shownNow(db: Database): Promise<Map<string, unknown>> {
  const shown = new Map<string, unknown>();
  for (const { id, attributes, podTerminalId } of await db.select().from(containers)) {
    for (const [field, value] of Object.entries(attributes)) shown.set(keyOf(id, field), plain(value));
    for (const [field, value] of Object.entries(memberOf(attributes, DEADLINES) ?? {}))
      shown.set(keyOf(id, `${DEADLINES}.${field}`), plain(value));
    shown.set(keyOf(id, "pod_terminal"), podTerminalId);
  }
  for (const { id, attributes } of await db.select().from(shipments))
    for (const [field, value] of Object.entries(attributes)) shown.set(keyOf(id, field), plain(value));
  return shown;
}

const text = (key: string, steps: readonly Step[]) =>
  `${key}: ${steps.map(({ before, after }) => `${JSON.stringify(before)}→${JSON.stringify(after)}`).join(", ")}`.slice(
    0,
    400,
  );

/** Steps of `these` that are missing in `those`, counting repeated steps. */
function without(these: readonly Step[], those: readonly Step[]): Step[] {
  const left = [...those];
  return these.filter((step) => {
    const at = left.findIndex((other) => isDeepStrictEqual(other, step));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Compares the mirror's history with the service's. The history must be continuous and up to date. Every change of a
 * terminal field is reported, so the history must have each of these exactly once and no others.
 */
export async function checkHistory(db: Database, store: Store): Promise<HistoryFaults> {
  const [reported, stored, shown] = [
    await reportedHistory(store),
    await storedHistory(db),
    await shownNow(db),
  ];
  const faults: HistoryFaults = { broken: [], stale: [], missing: [], invented: [], changes: 0, reported: 0 };
  for (const [key, steps] of stored) {
    faults.changes += steps.length;
    const chained = steps.every((step, at) => {
      const earlier = steps[at - 1];
      return (
        !isDeepStrictEqual(step.before, step.after) &&
        (earlier === undefined || isDeepStrictEqual(earlier.after, step.before))
      );
    });
    if (!chained) faults.broken.push(text(key, steps));
    const last = steps.at(-1);
    if (last && !isDeepStrictEqual(last.after, plain(shown.get(key))))
      faults.stale.push(`${text(key, steps)}; shown ${JSON.stringify(shown.get(key))}`);
    if (!reported.fields.has(key.slice(key.indexOf(" ") + 1))) continue;
    const invented = without(steps, reported.story.get(key) ?? []);
    if (invented.length) faults.invented.push(text(key, invented));
  }
  for (const [key, steps] of reported.story) {
    faults.reported += steps.length;
    const missing = without(steps, stored.get(key) ?? []);
    if (missing.length) faults.missing.push(text(key, missing));
  }
  return faults;
}
