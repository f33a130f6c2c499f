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

/**
 * A random number that is constant for `every` checks and then changes. It depends only on the check's number, so
 * earlier checks are not needed.
 */
function turning(noiseSeed: number, salt: string, check: Check, every: number): number {
  const shift = Math.floor(noise(noiseSeed, salt, -1) * every);
  return noise(noiseSeed, salt, Math.floor((check.number + shift) / every));
}

function yardSpot(stay: Stay, noiseSeed: number, check: Check): string | null {
  if (!stay.reporting.yardSpot) return null;
  const rng = Math.floor(turning(noiseSeed, "yard", check, 2) * 26 * 60 * 5);
  const row = String.fromCharCode(65 + (rng % 26));
  return `${row}${String(Math.floor(rng / 26) % 60).padStart(2, "0")}-${(Math.floor(rng / 1560) % 5) + 1}`;
}

/** The planned holds, and occasionally a short one: a trouble ticket that is announced and removed again. */
function holdsNow(stay: Stay, noiseSeed: number, check: Check): Hold[] {
  const holds = stay.holds
    .filter(({ from, until }) => from <= check.at && check.at < until)
    .map(({ hold }) => hold);
  if (stay.place === "port" && turning(noiseSeed, "ticket", check, 9) < 0.06) {
    holds.push({ name: "other", status: "pending", description: "Trouble ticket under review" });
  }
  const { flapping } = stay;
  if (flapping && check.at >= flapping.from && Math.floor(check.number / flapping.every) % 2 === 1) {
    holds.push({ name: "customs", status: "hold", description: "CBP_HOLD" });
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
  const service = turning(noiseSeed, "service", check, 7);
  if (noise(noiseSeed, "services", 0) < 0.28) {
    items.push({
      type: "other",
      amount: service < 0.15 ? 0 : 25 + Math.floor(service * 9) * 10,
      currency_code,
    });
  }
  return items;
}

function feesNow(stay: Stay, noiseSeed: number, check: Check): Fee[] {
  if (stay.reporting.fees === "none") return [];
  const items = feeItems(stay, noiseSeed, check);
  if (items.length === 0 || stay.reporting.fees === "items") return items;
  const amount = items.reduce((sum, item) => sum + Number(item.amount), 0);
  const total: Fee = { type: "total", amount, currency_code: stay.currency };
  return stay.reporting.fees === "total-alone" ? [total] : [...items, total];
}

/** The appointment time of the coming pickup. Dispatchers reschedule it until the day is near. */
function appointmentNow(stay: Stay, noiseSeed: number, check: Check): number | null {
  if (stay.appointmentMadeAt === null || check.at < stay.appointmentMadeAt) return null;
  const slot = Math.floor(stay.to / HOUR_MS) * HOUR_MS;
  if (slot - check.at < 6 * HOUR_MS) return slot;
  const moved = turning(noiseSeed, "slot", check, 13);
  return moved < 0.5 ? slot : slot + (moved < 0.75 ? HOUR_MS : 2 * HOUR_MS);
}

/** The data of the place at this check. Pure function. */
export function terminalView(stay: Stay, noiseSeed: number, check: Check): TerminalView {
  const holds = holdsNow(stay, noiseSeed, check);
  const closed = turning(noiseSeed, "closed", check, 11) < 0.05;
  const held = holds.some((hold) => hold.status === "hold");
  const known = stay.reporting.availability;
  return {
    availabilityKnown: known,
    available: known ? check.at >= stay.availableFrom && !held && !closed : null,
    holds,
    fees: feesNow(stay, noiseSeed, check),
    yardSpot: yardSpot(stay, noiseSeed, check),
    appointmentAt: appointmentNow(stay, noiseSeed, check),
    lastFreeDayAt: deadline(stay, lastFreeDayNow(stay, check)),
    lineDayAt: deadline(stay, stay.lineDay),
  };
}
