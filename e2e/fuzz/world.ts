import { sql } from "drizzle-orm";
import { type Caller, makeCallers, OTHER_PARTY, OWN_PARTY } from "@/e2e/access/callers";
import type { OwnBox } from "@/e2e/access/places";
import type { RunningSystem } from "@/e2e/system/running-system";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { containerRecord, named, partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import type { Database } from "@/lib/platform/database/client";
import { chaseEntries, chases, plannedMoves, users } from "@/lib/platform/database/schema/schema";
import { requireSecrets } from "@/scripts/up/secrets";
import type { Planted } from "./judge";

type Box = { id: string; number: string; shipmentId: string };

/** A running system with two customers' boxes in it, and whoever may come. */
export type World = {
  callers: readonly Caller[];
  readable: readonly string[];
  changeable: readonly string[];
  planted: Planted;
  /** A box of each customer, and what of the second's must be seen by who may: what shows that planting went well. */
  controls: { ownBox: OwnBox; othersBox: OwnBox };
};

const BOXES_EACH = 3;
const OTHERS_NAME = "Zephyr Quillwort Imports";
const CHASE = "quillwort chase: the terminal was called twice";
const NOTE = "quillwort note: gate code 4471";
const CHARGE = 91_827.36;
const referenceOf = (number: string) => `QUILL-${number.slice(4)}`;

/** What tells of a box: its number however it is written, and its reference. */
const namesOf = (number: string) => [number, formatContainerNumber(number), referenceOf(number)];

async function chooseBoxes(db: Database): Promise<{ own: Box[]; others: Box[]; rest: Box[] }> {
  const { rows } = await db.execute<Box>(sql`
    select distinct on (c.shipment_id) c.id, b.number, c.shipment_id as "shipmentId"
    from board_rows b join containers c on c.id = b.container_id where c.shipment_id is not null
    order by c.shipment_id, b.number`);
  if (rows.length < 4 * BOXES_EACH) throw new Error("There are too few boxes to plant in.");
  return {
    own: rows.slice(0, BOXES_EACH),
    others: rows.slice(BOXES_EACH, 2 * BOXES_EACH),
    rest: rows.slice(2 * BOXES_EACH),
  };
}

const boxRecord = ({ id, number, shipmentId }: Box, attributes: Record<string, unknown>) =>
  containerRecord(id, { number, ...attributes }, { shipment: named("shipment", shipmentId) });

async function plantBoxes(db: Database, own: readonly Box[], others: readonly Box[]): Promise<void> {
  const fees = [{ type: "demurrage", amount: CHARGE, currency_code: "USD" }];
  const records = [
    partyRecord(OWN_PARTY, "Own Goods"),
    partyRecord(OTHER_PARTY, OTHERS_NAME),
    ...own.flatMap((box) => [
      boxRecord(box, { fees_at_pod_terminal: fees }),
      roleRecord(`role-${box.id}`, box.id, OWN_PARTY),
    ]),
    ...others.flatMap((box) => [
      boxRecord(box, { ref_numbers: [referenceOf(box.number)] }),
      roleRecord(`role-${box.id}`, box.id, OTHER_PARTY),
    ]),
  ];
  await db.transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
}

async function plantWritings(db: Database, boxes: readonly Box[]): Promise<void> {
  for (const { id } of boxes) {
    const [chase] = await db
      .insert(chases)
      .values({ containerId: id, holdName: "customs", place: "port" })
      .returning({ id: chases.id });
    if (chase) await db.insert(chaseEntries).values({ chaseId: chase.id, asked: CHASE, promise: CHASE });
    await db.insert(plannedMoves).values({ containerId: id, note: NOTE }).onConflictDoNothing();
  }
}

/** Ids of what may be asked for and acted on without taking anybody's place: boxes that are no customer's, and the rest. */
async function listIds(db: Database, rest: readonly Box[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from parties where id not in (${OWN_PARTY}, ${OTHER_PARTY}) order by id limit 6)
    union all (select id from documents order by id limit 6)
    union all (select id from custom_field_definitions order by id limit 6)
    union all (select id from tracking_requests order by id limit 6)
    union all (select notification_id from inbox order by received_at limit 4)`);
  const boxes = rest.slice(0, 12);
  return [
    ...boxes.flatMap(({ id, number, shipmentId }) => [id, number, shipmentId]),
    ...rows.map(({ id }) => id),
  ];
}

async function listSecrets(db: Database, system: RunningSystem): Promise<string[]> {
  const kept = await requireSecrets(system.dataDir);
  const people = await db.select({ hash: users.passwordHash }).from(users);
  const databasePassword = decodeURIComponent(new URL(system.dashboardDatabaseUrl).password);
  const secrets = [kept.nextauthSecret, kept.trackingApiKey, databasePassword, system.password];
  return [...secrets, "$scrypt$", ...people.map(({ hash }) => hash)]
    .filter((text) => (text ?? "").length > 7)
    .map(String);
}

/** Plants what nobody else may be told, and makes everybody who may come. The desk has to have its boxes by then. */
export async function plantWorld(db: Database, system: RunningSystem): Promise<World> {
  const secrets = await listSecrets(db, system);
  const { own, others, rest } = await chooseBoxes(db);
  await plantBoxes(db, own, others);
  await plantWritings(db, [...own, ...others]);
  const [ownBox, othersBox] = [own[0], others[0]];
  if (!ownBox || !othersBox) throw new Error("no boxes");
  const callers = await makeCallers(db, { kind: "container", id: ownBox.id });
  const changeable = await listIds(db, rest);
  const watched = [...own, ...others].flatMap(({ id, shipmentId }) => [id, shipmentId]);
  return {
    callers,
    changeable,
    readable: [...changeable, ...watched, ...watched],
    planted: {
      secrets,
      internal: [CHASE, NOTE, String(CHARGE), CHARGE.toLocaleString("en-US")],
      others: [OTHERS_NAME, ...others.flatMap(({ number }) => namesOf(number))],
    },
    controls: { ownBox, othersBox },
  };
}
