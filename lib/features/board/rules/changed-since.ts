import {
  addDays,
  instantAtLocalTime,
  isDay,
  knownZone,
  localDate,
  localTime,
} from "@/lib/domain/time/zoned-time";

/** The beginnings that the list of changes offers. `at`: a time of the user. */
export const SINCE_IDS = ["yesterday", "today", "sign-out", "at"] as const;
export type SinceId = (typeof SINCE_IDS)[number];
export const SINCE_LABELS: Record<SinceId, string> = {
  yesterday: "Yesterday 5 PM",
  today: "Today 6 AM",
  "sign-out": "My last sign-out",
  at: "Another time",
};

/** The list goes back so many days. */
export const MAX_DAYS_BACK = 14;
const DAY_MS = 86_400_000;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;

/** Where the list begins. `problem`: why it does not begin where the address asks for; null if it does. */
export type ChangedSince = { id: SinceId; since: Date; problem: string | null };

/**
 * Reads where the list of changes begins: `since` of the address, and for `at` the local time "2026-11-26T17:00" in the user's
 * zone; UTC if that is unknown. `signedOutAt`: the user's last sign-out, null if there was none.
 */
export function readSince(
  address: { since: string | null; at: string | null },
  { now, zone, signedOutAt }: { now: Date; zone: string | null; signedOutAt: Date | null },
): ChangedSince {
  const known = knownZone(zone);
  const today = localDate(now, known);
  const at = (day: string, time: string) => instantAtLocalTime(day, time, known);
  const yesterday = at(addDays(today, -1), "17:00");
  const usual = (problem: string | null): ChangedSince => ({ id: "yesterday", since: yesterday, problem });
  if (address.since === null || address.since === "yesterday") return usual(null);
  if (address.since === "today") return { id: "today", since: at(today, "06:00"), problem: null };
  if (address.since === "sign-out")
    return signedOutAt
      ? bounded({ id: "sign-out", since: signedOutAt, problem: null }, now)
      : usual("No sign-out is recorded for you. Changes since yesterday 5 PM are listed.");
  if (address.since !== "at")
    return usual("Unknown start in this link. Changes since yesterday 5 PM are listed.");
  const [, day = "", time = ""] = LOCAL_TIME.exec(address.at ?? "") ?? [];
  const since = isDay(day) && isTime(time) ? at(day, time) : null;
  if (since === null) return usual("Enter a date and time. Changes since yesterday 5 PM are listed.");
  if (since > now) return usual("This time is in the future. Changes since yesterday 5 PM are listed.");
  return bounded({ id: "at", since, problem: null }, now);
}

/** The value of a field for a local time. */
export const localInput = (at: Date, zone: string | null): string =>
  `${localDate(at, knownZone(zone))}T${localTime(at, knownZone(zone))}`;

const isTime = (time: string): boolean => time < "24:00" && time.slice(3) < "60";

function bounded(wanted: ChangedSince, now: Date): ChangedSince {
  const earliest = new Date(now.getTime() - MAX_DAYS_BACK * DAY_MS);
  if (wanted.since >= earliest) return wanted;
  return { ...wanted, since: earliest, problem: `Changes of the last ${MAX_DAYS_BACK} days are listed.` };
}
