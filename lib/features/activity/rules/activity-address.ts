import { addDays, knownZone, startOfLocalDay } from "@/lib/domain/time/zoned-time";
import { actionCode } from "@/lib/features/activity/messages";

/** The record that actions concern: a kind and an id. The id is null for all records of the kind. */
export type ActivityRecord = { type: string; id: string | null };

/**
 * Filters of the activity page. `who` and `act`, the code of an action, are "" for all. `from` and `to` are days ("2026-11-20"), both
 * inclusive. `before` is the last entry of the previous page, null for the newest page.
 */
export type ActivityQuery = {
  who: string;
  act: string;
  record: ActivityRecord | null;
  from: string | null;
  to: string | null;
  before: number | null;
};

const LONGEST = 300;

const text = (params: URLSearchParams, name: string): string =>
  (params.get(name) ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);

function day(params: URLSearchParams, name: string): string | null {
  const input = text(params, name);
  const read = /^\d{4}-\d{2}-\d{2}$/.test(input) ? Date.parse(`${input}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(input) ? input : null;
}

function recordIn(input: string): ActivityRecord | null {
  const [type = "", ...id] = input.split(":");
  if (!/^[a-z_]+$/.test(type)) return null;
  return { type, id: id.join(":") || null };
}

/** Reads the activity filters from an address. Values that cannot be parsed are ignored. */
export function readActivityQuery(params: URLSearchParams): ActivityQuery {
  const before = text(params, "before");
  return {
    who: text(params, "who"),
    act: actionCode(text(params, "act")),
    record: recordIn(text(params, "record")),
    from: day(params, "from"),
    to: day(params, "to"),
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

/** Returns a record in the form used in addresses: "container:c-1". */
export const recordText = ({ type, id }: ActivityRecord): string => (id === null ? type : `${type}:${id}`);

/** Returns the address parameters of a query. The inverse of `readActivityQuery`. */
export function activityParams({ who, act, record, from, to, before }: ActivityQuery): URLSearchParams {
  const input = {
    who,
    act,
    record: record && recordText(record),
    from,
    to,
    before: before === null ? null : String(before),
  };
  return new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Returns the instants that bound the days in a zone. An unknown zone counts as UTC. */
export function activityWindow(
  { from, to }: Pick<ActivityQuery, "from" | "to">,
  zone: string | null,
): { since: Date | null; until: Date | null } {
  const known = knownZone(zone);
  return {
    since: from === null ? null : startOfLocalDay(from, known),
    until: to === null ? null : startOfLocalDay(addDays(to, 1), known),
  };
}
