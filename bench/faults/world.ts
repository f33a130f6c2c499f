import { eq } from "drizzle-orm";
import { readWorldClock } from "@/tracking-service/clock/world-clock";
import { report } from "@/tracking-service/sources/simulation/emit-reports";
import { planOf } from "@/tracking-service/sources/simulation/journeys";
import { hasChanges, stepsBetween } from "@/tracking-service/sources/simulation/steps";
import { openStore, type Store } from "@/tracking-service/store/database";
import { containers, journeys } from "@/tracking-service/store/schema";

const SLICE_MS = 6 * 3_600_000;
const AT_ONCE = 8;

type Journey = { containerId: string; plan: ReturnType<typeof planOf> };

/** Journeys by shipment. Journeys of one shipment are reported one after another, as in the service. */
async function journeysByShipment({ db }: Store): Promise<Journey[][]> {
  const rows = await db
    .select({ containerId: journeys.containerId, input: journeys.input, shipmentId: containers.shipmentId })
    .from(journeys)
    .innerJoin(containers, eq(containers.id, journeys.containerId));
  const groups = new Map<string, Journey[]>();
  for (const { containerId, input, shipmentId } of rows)
    groups.set(shipmentId, [...(groups.get(shipmentId) ?? []), { containerId, plan: planOf(input) }]);
  return [...groups.values()];
}

/** The simulation with manual reporting. */
export type World = {
  /**
   * Reports the next changes until `notifications` more notifications exist. Returns the actual number, which may be
   * higher: a change can create several, and changes in progress are completed. Throws when the simulation has no more
   * changes.
   */
  report(notifications: number): Promise<number>;
  /** Sets the offset of the timestamps of later reports against the real time, ms. */
  setClock(offByMs: number): void;
  close(): Promise<void>;
};

/**
 * Writes the simulation from its start in slices of a quarter day, several shipments in parallel. The service's own
 * ticker reports one step after another instead. `atOnce` 1 does the same here.
 */
export async function openWorld({ url }: Store, from: Date, atOnce = AT_ONCE): Promise<World> {
  const store = openStore(`${url}?options=${encodeURIComponent("-c synchronous_commit=off")}`);
  const groups = await journeysByShipment(store);
  let slice = from.getTime();
  let waiting = [...groups];
  let left = 0;
  let offByMs = 0;

  const take = () => (left > 0 ? waiting.pop() : undefined);

  /** Reports the changes of a shipment until the slice ends or enough were reported. Skips changes already reported. */
  async function reportSlice(group: readonly Journey[]): Promise<void> {
    const end = Math.min(slice + SLICE_MS, Date.now());
    const moments = group.flatMap(({ containerId, plan }) =>
      stepsBetween(plan, slice, end)
        .filter(hasChanges)
        .map(({ at, kind }) => ({ containerId, moment: { at, kind } })),
    );
    const clock = await readWorldClock(store.db, () => new Date(Date.now() + offByMs));
    for (const { containerId, moment } of moments.sort((a, b) => a.moment.at - b.moment.at)) {
      if (left <= 0) break;
      const applied = await report(store.db, containerId, moment, { now: clock.now, asIfNow: false });
      left -= applied?.events.length ?? 0;
    }
    if (left <= 0) waiting.push([...group]);
  }

  return {
    async report(notifications) {
      left = notifications;
      while (left > 0) {
        const reportGroups = async () => {
          for (let group = take(); group; group = take()) await reportSlice(group);
        };
        await Promise.all(Array.from({ length: atOnce }, reportGroups));
        if (left <= 0) break;
        slice += SLICE_MS;
        if (slice > Date.now())
          throw new Error(
            `${left} of ${notifications} notifications are missing: use more containers or days`,
          );
        waiting = [...groups];
      }
      return notifications - left;
    },
    setClock(ms) {
      offByMs = ms;
    },
    close: () => store.close(),
  };
}
