/** When gates are open on a weekday, in local hours: 7 to 16 is from 7:00 AM until 4:00 PM. Null: closed. */
export type GateHours = readonly [opens: number, closes: number] | null;

/** The gate hours from Sunday to Saturday. */
export type GateWeek = readonly [GateHours, GateHours, GateHours, GateHours, GateHours, GateHours, GateHours];

const week = (weekday: GateHours, saturday: GateHours = null, sunday: GateHours = null): GateWeek => [
  sunday,
  weekday,
  weekday,
  weekday,
  weekday,
  weekday,
  saturday,
];

/** The second shift of Los Angeles and Long Beach, from Monday to Thursday. */
const SECOND_SHIFT: GateWeek = [null, [8, 21], [8, 21], [8, 21], [8, 21], [8, 17], [8, 16]];

const USUAL = week([7, 16]);

/** Gate hours of terminals, off-dock yards and ramps by nickname, where they differ from the usual ones. */
const WEEKS: Readonly<Record<string, GateWeek>> = {
  "APM Pier 400": SECOND_SHIFT,
  "TraPac LA": SECOND_SHIFT,
  "Everport LA": week([8, 17]),
  Fenix: week([8, 17], [8, 16]),
  WBCT: week([8, 17]),
  LBCT: week([8, 20], [8, 16], [8, 16]),
  TTI: SECOND_SHIFT,
  PCT: week([8, 17]),
  ITS: week([8, 17], [8, 16]),
  OICT: week([7, 19], [8, 15]),
  "Barbours Cut": week([7, 18]),
  Bayport: week([7, 18], [7, 12]),
  "GCT Savannah": week([6, 18], [8, 17]),
  Wando: week([6, 18], [8, 12]),
  NIT: week([5, 17], [7, 12]),
  VIG: week([5, 17], [7, 12]),
  Maher: week([6, 18]),
  PNCT: week([6, 16], [6, 12]),
  Deltaport: week([7, 19], [7, 15]),
  Centerm: week([7, 19]),
  "San Pedro Yard": week([7, 17], [7, 12]),
  "Newark Yard": week([7, 17], [7, 12]),
  "BNSF LPC": week([5, 22], [6, 18], [8, 16]),
  "UP Global IV": week([5, 22], [6, 18]),
  "NS Landers": week([5, 22], [6, 18]),
  "CN Brampton": week([6, 20], [7, 15]),
};

/** The gate hours of a terminal, yard or ramp. */
export const gateWeekOf = (nickname: string): GateWeek => WEEKS[nickname] ?? USUAL;

const MONDAY = 1;
const THURSDAY = 4;

type Holiday = { month: number } & ({ date: number } | { weekday: number; nth: number });

const NEW_YEAR: Holiday = { month: 1, date: 1 };
const LABOR_DAY: Holiday = { month: 9, weekday: MONDAY, nth: 1 };
const CHRISTMAS: Holiday = { month: 12, date: 25 };

/** Days on which all gates of a country are closed. */
const HOLIDAYS: Readonly<Record<string, readonly Holiday[]>> = {
  US: [NEW_YEAR, { month: 7, date: 4 }, LABOR_DAY, { month: 11, weekday: THURSDAY, nth: 4 }, CHRISTMAS],
  CA: [NEW_YEAR, { month: 7, date: 1 }, LABOR_DAY, { month: 10, weekday: MONDAY, nth: 2 }, CHRISTMAS],
};

/** The weekday of a day since 1970-01-01, a Thursday. 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;

export function isHoliday(country: string, day: number): boolean {
  const date = new Date(day * 86_400_000);
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return (HOLIDAYS[country] ?? []).some((holiday) => {
    if (holiday.month !== month) return false;
    if ("date" in holiday) return holiday.date === dayOfMonth;
    return holiday.weekday === weekdayOf(day) && holiday.nth === Math.ceil(dayOfMonth / 7);
  });
}

/** The gate hours on a day since 1970-01-01. */
export function gateHoursOn(gates: GateWeek, country: string, day: number): GateHours {
  return isHoliday(country, day) ? null : (gates[weekdayOf(day)] ?? null);
}
