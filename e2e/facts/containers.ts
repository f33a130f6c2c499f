import { readDashboard, readService } from "@/e2e/system/databases";

export type ChosenContainer = { id: string; number: string; zone: string };

const GROUND = `c.attributes ->> 'current_status' = 'available'
  and c.attributes ->> 'pod_discharged_at' is not null
  and c.attributes ->> 'pod_timezone' in ('America/Los_Angeles', 'America/Chicago', 'America/New_York')
  and coalesce(s.attributes ->> 'destination_locode', s.attributes ->> 'port_of_discharge_locode')
    = s.attributes ->> 'port_of_discharge_locode'`;

/** Containers that are grounded and cleared at a US port and are picked up there, always in the same order. */
export async function containersOnTheGround(count: number): Promise<ChosenContainer[]> {
  const containers = await readDashboard<ChosenContainer>(
    `select c.id, c.attributes ->> 'number' as number, c.attributes ->> 'pod_timezone' as zone
     from containers c join shipments s on s.id = c.shipment_id where ${GROUND}
     order by c.attributes ->> 'number' limit $1`,
    [count],
  );
  if (containers.length < count)
    throw new Error(`Only ${containers.length} of ${count} containers stand on the ground.`);
  return containers;
}

/** The container at a position in this list. Each test uses its own positions. */
export async function containerOnTheGround(place: number): Promise<ChosenContainer> {
  const container = (await containersOnTheGround(place + 1)).at(place);
  if (!container) throw new Error(`No container stands at place ${place}.`);
  return container;
}

/** The name of a party without any role on the container, by the service's own rows: workers may not have read them yet. */
export async function unassignedParty(containerId: string): Promise<string> {
  const [party] = await readService<{ name: string }>(
    `select company_name as name from parties p
     where p.account_id = (select account_id from containers where id = $1)
       and not exists (select from party_roles r where r.party_id = p.id and r.roleable_id = $1)
     order by company_name limit 1`,
    [containerId],
  );
  if (!party) throw new Error(`every party has a role on ${containerId}`);
  return party.name;
}

/** The calendar day in a zone, `daysAhead` days from now. "2026-11-24". */
export function dayIn(zone: string, daysAhead: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(Date.now());
  const day = new Date(`${parts}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + daysAhead);
  return day.toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  const monday = new Date(`${day}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

/** The instant of a local day and time in a zone. */
export function instantIn(zone: string, day: string, time: string): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const offsetAt = (at: number) => Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - at;
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // A clock change may lie between the first estimate and the instant.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess)).toISOString();
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Nov 24", the dashboard's day format. */
export function dayText(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${date}`;
}
