import { sql } from "drizzle-orm";
import { type Caller, makeCallers, OTHER_PARTY, OWN_PARTY } from "@/e2e/access/callers";
import type { OwnContainer } from "@/e2e/access/places";
import type { RunningSystem } from "@/e2e/system/running-system";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { containerRecord, named, partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import type { Database } from "@/lib/platform/database/client";
import { followUpEntries, followUps, plannedMoves, users } from "@/lib/platform/database/schema/schema";
import { requireSecrets } from "@/scripts/up/secrets";
import type { Planted } from "./judge";

type Container = { id: string; number: string; shipmentId: string };

/** A running system with containers of two customers, and all callers. */
export type World = {
  callers: readonly Caller[];
  readable: readonly string[];
  changeable: readonly string[];
  planted: Planted;
  /**
   * A container of each customer. Callers with permission must see the second customer's texts, which proves that
   * planting succeeded.
   */
  controls: { ownContainer: OwnContainer; othersContainer: OwnContainer };
};

const CONTAINERS_EACH = 3;
const OTHERS_NAME = "Zephyr Quillwort Imports";
/** Where the other customer's containers are delivered: for their drivers, not for those of the first customer. */
const OTHERS_PLACE = "4471 Quillwort Way, Ontario";
const FOLLOW_UP = "quillwort follow-up: the terminal was called twice";
const NOTE = "quillwort note: gate code 4471";
const CHARGE = 91_827.36;
const referenceOf = (number: string) => `QUILL-${number.slice(4)}`;

/** Texts that identify a container: its number in each format and its reference. */
const namesOf = (number: string) => [number, formatContainerNumber(number), referenceOf(number)];

async function chooseContainers(
  db: Database,
): Promise<{ own: Container[]; others: Container[]; rest: Container[] }> {
  const { rows } = await db.execute<Container>(sql`
    select distinct on (c.shipment_id) c.id, b.number, c.shipment_id as "shipmentId"
    from board_rows b join containers c on c.id = b.container_id where c.shipment_id is not null
    order by c.shipment_id, b.number`);
  if (rows.length < 4 * CONTAINERS_EACH) throw new Error("There are too few containers to plant in.");
  return {
    own: rows.slice(0, CONTAINERS_EACH),
    others: rows.slice(CONTAINERS_EACH, 2 * CONTAINERS_EACH),
    rest: rows.slice(2 * CONTAINERS_EACH),
  };
}

const listedContainer = ({ id, number, shipmentId }: Container, attributes: Record<string, unknown>) =>
  containerRecord(id, { number, ...attributes }, { shipment: named("shipment", shipmentId) });

async function plantContainers(
  db: Database,
  own: readonly Container[],
  others: readonly Container[],
): Promise<void> {
  const fees = [{ type: "demurrage", amount: CHARGE, currency_code: "USD" }];
  const records = [
    partyRecord(OWN_PARTY, "Own Goods"),
    partyRecord(OTHER_PARTY, OTHERS_NAME),
    ...own.flatMap((container) => [
      listedContainer(container, { fees_at_pod_terminal: fees }),
      roleRecord(`role-${container.id}`, container.id, OWN_PARTY),
    ]),
    ...others.flatMap((container) => [
      listedContainer(container, { ref_numbers: [referenceOf(container.number)] }),
      roleRecord(`role-${container.id}`, container.id, OTHER_PARTY),
    ]),
  ];
  await db.transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
}

async function plantWritings(
  db: Database,
  containers: readonly Container[],
  deliveryPlace: string | null,
): Promise<void> {
  for (const { id } of containers) {
    const [followUp] = await db
      .insert(followUps)
      .values({ containerId: id, holdName: "customs", place: "port" })
      .returning({ id: followUps.id });
    if (followUp)
      await db
        .insert(followUpEntries)
        .values({ followUpId: followUp.id, contacted: FOLLOW_UP, promise: FOLLOW_UP });
    const plan = { note: NOTE, deliveryPlace };
    await db
      .insert(plannedMoves)
      .values({ containerId: id, ...plan })
      .onConflictDoUpdate({ target: plannedMoves.containerId, set: plan });
  }
}

/** Ids that may be read and changed without affecting a caller: containers without a customer, and further records. */
async function listIds(db: Database, rest: readonly Container[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from parties where id not in (${OWN_PARTY}, ${OTHER_PARTY}) order by id limit 6)
    union all (select id from documents order by id limit 6)
    union all (select id from custom_field_definitions order by id limit 6)
    union all (select id from tracking_requests order by id limit 6)
    union all (select notification_id from inbox order by received_at limit 4)`);
  const containers = rest.slice(0, 12);
  return [
    ...containers.flatMap(({ id, number, shipmentId }) => [id, number, shipmentId]),
    ...rows.map(({ id }) => id),
  ];
}

async function listSecrets(db: Database, system: RunningSystem): Promise<string[]> {
  const stored = await requireSecrets(system.dataDir);
  const people = await db.select({ hash: users.passwordHash }).from(users);
  const databasePassword = decodeURIComponent(new URL(system.dashboardDatabaseUrl).password);
  const secrets = [stored.nextauthSecret, stored.trackingApiKey, databasePassword, system.password];
  return [...secrets, "$scrypt$", ...people.map(({ hash }) => hash)]
    .filter((text) => (text ?? "").length > 7)
    .map(String);
}

/** Plants the restricted texts and creates all callers. The dashboard must already have its containers. */
export async function plantWorld(db: Database, system: RunningSystem): Promise<World> {
  const secrets = await listSecrets(db, system);
  const { own, others, rest } = await chooseContainers(db);
  await plantContainers(db, own, others);
  await plantWritings(db, own, null);
  await plantWritings(db, others, OTHERS_PLACE);
  const [ownContainer, othersContainer] = [own[0], others[0]];
  if (!ownContainer || !othersContainer) throw new Error("no containers");
  const callers = await makeCallers(db, { kind: "container", id: ownContainer.id });
  const changeable = await listIds(db, rest);
  const subscribed = [...own, ...others].flatMap(({ id, shipmentId }) => [id, shipmentId]);
  return {
    callers,
    changeable,
    readable: [...changeable, ...subscribed, ...subscribed],
    planted: {
      secrets,
      internal: [FOLLOW_UP, NOTE, String(CHARGE), CHARGE.toLocaleString("en-US")],
      others: [OTHERS_NAME, OTHERS_PLACE, ...others.flatMap(({ number }) => namesOf(number))],
    },
    controls: { ownContainer, othersContainer },
  };
}
