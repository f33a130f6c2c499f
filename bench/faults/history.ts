import { isDeepStrictEqual } from "node:util";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { containers, shipments } from "@/lib/platform/database/schema/schema";
import type { Store } from "@/tracking-service/store/database";
import { changeEvents } from "@/tracking-service/store/schema";
import { plain } from "./truth";

type Step = { before: unknown; after: unknown };
/** Of each subject and field the changes in the order of their time. */
type Story = Map<string, Step[]>;

export type HistoryFaults = {
  /** `before` of a change is not `after` of the one before it. */
  broken: string[];
  /** The last `after` is not what the mirror shows. */
  stale: string[];
  /** Changes the service reported of that the history lacks. */
  missing: string[];
  /** Changes of fields whose every change is reported, which nobody reported of. */
  invented: string[];
  changes: number;
  reported: number;
};

const keyOf = (id: string, field: string) => `${id} ${field}`;
const DEADLINES = "import_deadlines";

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** One field of a changeset as the fields of the history: deadlines stand there one by one. */
function flattened(field: string, [before, after]: readonly unknown[]): [string, Step][] {
  if (field !== DEADLINES) return [[field, { before: plain(before), after: plain(after) }]];
  const names = new Set([before, after].flatMap((value) => Object.keys(value ?? {})));
  return [...names].map((name) => [
    `${DEADLINES}.${name}`,
    { before: plain(memberOf(before, name)), after: plain(memberOf(after, name)) },
  ]);
}

function add(story: Story, key: string, step: Step): void {
  const steps = story.get(key);
  if (steps) steps.push(step);
  else story.set(key, [step]);
}

/** Every change of terminals' facts as the service reported it, in its own order. */
async function reportedStory({ db }: Store): Promise<{ story: Story; fields: Set<string> }> {
  const rows = await db
    .select({ containerId: changeEvents.containerId, attributes: changeEvents.attributes })
    .from(changeEvents)
    .where(eq(changeEvents.type, "container_updated_event"))
    .orderBy(asc(changeEvents.createdAt));
  const story: Story = new Map();
  const fields = new Set<string>();
  for (const { containerId, attributes } of rows)
    for (const [name, value] of Object.entries(attributes.changeset ?? {}))
      if (Array.isArray(value))
        for (const [field, step] of flattened(name, value)) {
          if (isDeepStrictEqual(step.before, step.after)) continue;
          fields.add(field);
          add(story, keyOf(containerId ?? "", field), step);
        }
  return { story, fields };
}

async function keptStory(db: Database): Promise<Story> {
  // As the driver reads it: drizzle reads a text once more, and takes the digits of one for a number.
  const { rows } = await db.execute<{ subject_id: string; field: string } & Step>(
    sql`select subject_id, field, before, after from changes order by as_of, id`,
  );
  const story: Story = new Map();
  for (const { subject_id, field, before, after } of rows)
    add(story, keyOf(subject_id, field), { before: plain(before), after: plain(after) });
  return story;
}

/** What the mirror shows now, by subject and field. */
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

const words = (key: string, steps: readonly Step[]) =>
  `${key}: ${steps.map(({ before, after }) => `${JSON.stringify(before)}→${JSON.stringify(after)}`).join(", ")}`.slice(
    0,
    400,
  );

/** Steps of `these` that are not among `those`, each counted as often as it stands there. */
function without(these: readonly Step[], those: readonly Step[]): Step[] {
  const left = [...those];
  return these.filter((step) => {
    const at = left.findIndex((other) => isDeepStrictEqual(other, step));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Whether the mirror's history is the service's: unbroken, up to date, and of terminals' facts, whose every change is reported,
 * each change once and no other.
 */
export async function checkHistory(db: Database, store: Store): Promise<HistoryFaults> {
  const [reported, kept, shown] = [await reportedStory(store), await keptStory(db), await shownNow(db)];
  const faults: HistoryFaults = { broken: [], stale: [], missing: [], invented: [], changes: 0, reported: 0 };
  for (const [key, steps] of kept) {
    faults.changes += steps.length;
    const chained = steps.every((step, at) => {
      const earlier = steps[at - 1];
      return (
        !isDeepStrictEqual(step.before, step.after) &&
        (earlier === undefined || isDeepStrictEqual(earlier.after, step.before))
      );
    });
    if (!chained) faults.broken.push(words(key, steps));
    const last = steps.at(-1);
    if (last && !isDeepStrictEqual(last.after, plain(shown.get(key))))
      faults.stale.push(`${words(key, steps)}; shown ${JSON.stringify(shown.get(key))}`);
    if (!reported.fields.has(key.slice(key.indexOf(" ") + 1))) continue;
    const invented = without(steps, reported.story.get(key) ?? []);
    if (invented.length) faults.invented.push(words(key, invented));
  }
  for (const [key, steps] of reported.story) {
    faults.reported += steps.length;
    const missing = without(steps, kept.get(key) ?? []);
    if (missing.length) faults.missing.push(words(key, missing));
  }
  return faults;
}
