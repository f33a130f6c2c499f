import { named, terminalRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { applyReports } from "@/lib/mirror/apply/apply";
import type { Database } from "@/lib/platform/database/client";
import { openRng } from "@/lib/platform/seeded-random";
import { catchUpReports } from "./materialize";
import { type ContainerYear, containerYear, TERMINALS, terminalOf } from "./test-year";

/** Generates one year of history for a number of containers. The same seed gives the same history. */
export function yearOf(seed: number, containers: number, now: Date): ContainerYear[] {
  const rng = openRng(seed);
  return Array.from({ length: containers }, (_, serial) => containerYear(serial, now.getTime(), rng));
}

/** Returns each report of a container as an interface document. */
function documentsOf(year: ContainerYear, serial: number) {
  const terminal = named("terminal", terminalOf(year, serial));
  const one = (type: string, id: string) => ({ data: named(type, id) });
  const relations = { shipment: one("shipment", year.shipmentId) };
  return year.updates.map(({ at, container, shipment }, index) => {
    const records: JsonApiRecord[] = [
      {
        type: "container",
        id: year.containerId,
        attributes: container,
        relationships: index === 0 ? { ...relations, pod_terminal: { data: terminal } } : relations,
      },
    ];
    if (Object.keys(shipment).length)
      records.push({ type: "shipment", id: year.shipmentId, attributes: shipment });
    return { index, records, asOf: new Date(at) };
  });
}

/** Applies reports of containers to the mirror: for each container, the reports selected by their index. */
export async function reportMirror(
  db: Database,
  years: readonly ContainerYear[],
  chosen: (index: number) => boolean = () => true,
): Promise<void> {
  await db.transaction((tx) =>
    applyReports(tx, [
      {
        records: TERMINALS.map(({ id, name }) => terminalRecord(id, name)),
        origin: { asOf: new Date(0), notificationId: null },
      },
    ]),
  );
  for (const [serial, year] of years.entries()) {
    const reported = documentsOf(year, serial).filter(({ index }) => chosen(index));
    await db.transaction((tx) =>
      applyReports(
        tx,
        reported.map(({ records, asOf, index }) => ({
          records,
          origin: { asOf, notificationId: `${year.containerId}-${index}`, receivedAt: asOf },
        })),
      ),
    );
  }
}

/** Updates the reports until no container is due, even while other work waits. */
export async function catchUp(db: Database): Promise<void> {
  while (await catchUpReports(db, { atOnce: true }));
}
