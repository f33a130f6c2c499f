import { addDays, knownZone, startOfLocalDay } from "@/lib/domain/time/zoned-time";

/** Which record acts concern: a kind and, unless all of that kind are meant, an id. */
export type ActivityRecord = { type: string; id: string | null };

/**
 * What of the acts somebody looks at. `who` and `act` "" for all; `from` and `to` are days ("2026-11-20"), both
 * included; `before` is the last entry of the page before, null for the newest.
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
  const given = text(params, name);
  const read = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(given) ? given : null;
}

function recordIn(given: string): ActivityRecord | null {
  const [type = "", ...id] = given.split(":");
  if (!/^[a-z_]+$/.test(type)) return null;
  return { type, id: id.join(":") || null };
}

/** Reads what is looked at from an address; what cannot be read is not asked for. */
export function readActivityQuery(params: URLSearchParams): ActivityQuery {
  const before = text(params, "before");
  return {
    who: text(params, "who"),
    act: text(params, "act"),
    record: recordIn(text(params, "record")),
    from: day(params, "from"),
    to: day(params, "to"),
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

/** A record as an address names it: "container:c-1". */
export const recordText = ({ type, id }: ActivityRecord): string => (id === null ? type : `${type}:${id}`);

/** The address of what is looked at: the turn of `readActivityQuery`. */
export function activityParams({ who, act, record, from, to, before }: ActivityQuery): URLSearchParams {
  const given = {
    who,
    act,
    record: record && recordText(record),
    from,
    to,
    before: before === null ? null : String(before),
  };
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** The instants between which the days lie by the clock of a zone; unknown zones count as UTC. */
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
