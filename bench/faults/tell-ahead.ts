import { eq } from "drizzle-orm";
import { planOf } from "@/tracking-service/sources/simulation/journeys";
import { momentsBetween } from "@/tracking-service/sources/simulation/steps";
import { tell } from "@/tracking-service/sources/simulation/tell";
import { openStore, type Store } from "@/tracking-service/store/database";
import { containers, journeys } from "@/tracking-service/store/schema";

const SLICE_MS = 12 * 3_600_000;
const AT_ONCE = 8;

type Journey = { containerId: string; plan: ReturnType<typeof planOf> };

/** Journeys by shipment: those of one are told one after the other, as the service does. */
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

/**
 * Has the simulation tell its world from where it began, half a day after the other, several shipments at once, until so
 * many notifications were made. As the service's own ticker would, only not one step after the other. Answers how many.
 */
export async function tellAhead(
  { url }: Store,
  { from, notifications }: { from: Date; notifications: number },
): Promise<number> {
  const store = openStore(`${url}?options=${encodeURIComponent("-c synchronous_commit=off")}`);
  try {
    return await tellUntil(store, from, notifications);
  } finally {
    await store.close();
  }
}

async function tellUntil(store: Store, from: Date, notifications: number): Promise<number> {
  const groups = await journeysByShipment(store);
  let told = 0;
  const tellSlice = async (group: readonly Journey[], begin: number, end: number) => {
    const moments = group.flatMap(({ containerId, plan }) =>
      momentsBetween(plan, begin, end).map((moment) => ({ containerId, moment })),
    );
    for (const { containerId, moment } of moments.sort((a, b) => a.moment.at - b.moment.at)) {
      if (told >= notifications) return;
      const applied = await tell(store.db, containerId, moment, { now: new Date(), asIfNow: false });
      told += applied?.events.length ?? 0;
    }
  };
  for (let at = from.getTime(); at < Date.now() && told < notifications; at += SLICE_MS) {
    const waiting = [...groups];
    const tellGroups = async () => {
      for (let group = waiting.pop(); group; group = waiting.pop())
        await tellSlice(group, at, Math.min(at + SLICE_MS, Date.now()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, tellGroups));
  }
  if (told < notifications)
    throw new Error(`the world told of ${told} changes, not ${notifications}: begin it earlier`);
  return told;
}
