import type { Fee, Hold } from "@/lib/contract/container";
import { DAY_MS, HOUR_MS, localDay, localTime, MINUTE_MS } from "@/tracking-service/clock/instant";
import type { Stay } from "@/tracking-service/sources/simulation/plan/plan";
import { noise } from "./seeded-random";

/** One check of a terminal: its number in the sequence, and its time. */
export type Check = { number: number; at: number };

/** The data on a terminal's site at one check. Instants in milliseconds UTC. */
export type TerminalView = {
  availabilityKnown: boolean;
  available: boolean | null;
  holds: Hold[];
  fees: Fee[];
  yardSpot: string | null;
  appointmentAt: number | null;
  lastFreeDayAt: number | null;
  lineDayAt: number | null;
};

const FIRST_CHECK_AFTER = 15 * MINUTE_MS;

function checkTime(stay: Stay, noiseSeed: number, number: number): number {
  const late = noise(noiseSeed, `check-${stay.place}`, number) * 0.5 * stay.checkEveryMs;
  return Math.round((stay.from + FIRST_CHECK_AFTER + number * stay.checkEveryMs + late) / 1000) * 1000;
}

/** The number of the last check due at or before `at`, ignoring gaps. -1 when none is due. */
function dueNumber(stay: Stay, noiseSeed: number, at: number): number {
  const number = Math.floor((at - stay.from - FIRST_CHECK_AFTER) / stay.checkEveryMs);
  if (number < -1) return -1;
  // A check's time is rounded to a second, so it may be slightly early or late.
  const due = [number + 1, number].find(
    (candidate) => candidate >= 0 && checkTime(stay, noiseSeed, candidate) <= at,
  );
  return due ?? Math.max(number - 1, -1);
}

const inGap = (stay: Stay, at: number) => stay.gap !== null && at >= stay.gap.from && at < stay.gap.to;

/** The last check made at or before `at`. Null when the terminal has not been checked yet. */
export function lastCheck(stay: Stay, noiseSeed: number, at: number): Check | null {
  let number = dueNumber(stay, noiseSeed, Math.min(at, stay.to - 1));
  if (number < 0) return null;
  if (stay.gap && inGap(stay, checkTime(stay, noiseSeed, number))) {
    number = dueNumber(stay, noiseSeed, stay.gap.from - 1);
    if (number < 0) return null;
  }
  return { number, at: checkTime(stay, noiseSeed, number) };
}

/** The first check after `at`. Null when the container leaves before another check. */
export function nextCheck(stay: Stay, noiseSeed: number, at: number): Check | null {
  let number = dueNumber(stay, noiseSeed, at) + 1;
  if (stay.gap && inGap(stay, checkTime(stay, noiseSeed, number))) {
    number = dueNumber(stay, noiseSeed, stay.gap.to - 1) + 1;
  }
  const next = { number, at: checkTime(stay, noiseSeed, number) };
  return next.at < stay.to ? next : null;
}

/** The planned holds, and the terminal's own while demurrage is due. */
function holdsNow(stay: Stay, check: Check, fees: Fee[]): Hold[] {
  const holds = stay.holds
    .filter(({ from, until }) => from <= check.at && check.at < until)
    .map(({ hold }) => hold);
  const { flappingFrom, demurrageHeldUntil } = stay;
  if (flappingFrom !== null && check.at >= flappingFrom && check.number % 2 === 1) {
    holds.push({ name: "customs", status: "hold", description: "CBP_HOLD" });
  }
  const due = fees.some(({ type, amount }) => type === "demurrage" && Number(amount) > 0);
  if (due && demurrageHeldUntil !== null && check.at < demurrageHeldUntil) {
    holds.push({ name: "other", status: "hold", description: "Demurrage unpaid" });
  }
  return holds;
}

function lastFreeDayNow(stay: Stay, check: Check): number | null {
  if (stay.lastFreeDay === null) return null;
  return stay.lastFreeDay + (stay.extendedAt !== null && stay.extendedAt <= check.at ? 1 : 0);
}

function deadline(stay: Stay, day: number | null): number | null {
  if (day === null) return null;
  return stay.endOfDay ? localTime(stay.zone, day, 23, 59) : localTime(stay.zone, day, 0);
}

/** Individual fees. An amount of 0 means the fee is reported but not posted yet. */
function feeItems(stay: Stay, noiseSeed: number, check: Check): Fee[] {
  const currency_code = stay.currency;
  const items: Fee[] = [];
  const freeDay = lastFreeDayNow(stay, check) ?? stay.lineDay;
  const daysOver = freeDay === null ? 0 : localDay(stay.zone, check.at) - freeDay;
  if (daysOver > 0) items.push({ type: "demurrage", amount: daysOver * stay.dailyRate, currency_code });
  const exam = stay.holds.find(({ hold }) => ["customs", "VACIS", "USDA"].includes(hold.name));
  if (exam && exam.hold.status === "hold" && check.at > exam.from + 8 * HOUR_MS) {
    const posted = check.at > exam.from + 30 * HOUR_MS;
    const amount = posted ? 180 + Math.floor(noise(noiseSeed, "exam", 0) * 60) * 10 : 0;
    items.push({ type: "exam", amount, currency_code });
  }
  const dwellDays = Math.floor((check.at - stay.from) / DAY_MS);
  if (dwellDays >= 6)
    items.push({ type: "extended_dwell_time", amount: (dwellDays - 5) * 100, currency_code });
  const { service } = stay;
  if (service && check.at >= service.reportedFrom) {
    const amount = check.at >= service.postedFrom ? service.amount : 0;
    items.push({ type: "other", amount, currency_code });
  }
  return items;
}

function feesNow(stay: Stay, noiseSeed: number, check: Check): Fee[] {
  if (stay.reporting.fees === "none") return [];
  const items = feeItems(stay, noiseSeed, check);
  if (items.length === 0 || stay.reporting.fees === "items") return items;
  const amount = items.reduce((sum, item) => sum + Number(item.amount), 0);
  return [...items, { type: "total", amount, currency_code: stay.currency }];
}

/** The data of the place at this check. Pure function. */
export function terminalView(stay: Stay, noiseSeed: number, check: Check): TerminalView {
  const fees = feesNow(stay, noiseSeed, check);
  const holds = holdsNow(stay, check, fees);
  const stopped = holds.some(({ status }) => status === "hold" || stay.pendingStops);
  const { availableFrom } = stay;
  const known = stay.reporting.availability && (availableFrom === null || check.at >= availableFrom);
  return {
    availabilityKnown: known,
    available: known ? availableFrom !== null && !stopped : null,
    holds,
    fees,
    yardSpot: stay.yardSpots.findLast(({ from }) => from <= check.at)?.spot ?? null,
    appointmentAt: stay.appointments.findLast(({ from }) => from <= check.at)?.slot ?? null,
    lastFreeDayAt: deadline(stay, lastFreeDayNow(stay, check)),
    lineDayAt: deadline(stay, stay.lineDay),
  };
}
