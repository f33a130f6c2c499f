import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CommandContext } from "@/lib/auth/commands/command";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { currentHoldPlace, followUpPlace, holdZone } from "@/lib/domain/readiness/hold-follow-up";
import { activeHolds, currentHolds, namedHoldOwner } from "@/lib/domain/readiness/holds";
import { addBusinessDays, instantAtLocalTime, localDate } from "@/lib/domain/time/zoned-time";
import { logFollowUp } from "@/lib/features/holds/commands";
import { savePlannedMove } from "@/lib/features/moves/commands/planned-moves";
import { assignParty } from "@/lib/features/parties/commands/party-roles";
import type { SampleKind } from "@/lib/features/samples/rules";
import { saveView } from "@/lib/features/saved-views/commands";
import { requireContainer } from "@/lib/mirror/require-container";
import { queryColumn, queryRows, storedJson } from "@/lib/platform/database/rows";
import { readRoles } from "@/lib/sync/records/container-roles";
import { type ClaimedSample, noteChosen } from "./sample-queue";

const HOUR_MS = 3_600_000;
const positionSchema = z.object({ position: z.number() });

/** What each kind's command made, as removal compares it. */
export const MADE = {
  dray_carrier: z.object({ partyId: z.string(), roleId: z.string() }),
  follow_up: z.object({ followUpId: z.string() }),
  planned_move: z.object({ version: z.number() }),
  view: z.object({ viewId: z.string() }),
};

/** There is nothing to make for this sample, and a retry changes nothing. */
export class NothingToMake extends Error {}
/** What this sample needs is not known yet. */
export class NotKnownYet extends Error {}

type Maker = (ctx: CommandContext, sample: ClaimedSample) => Promise<object>;

const partySchema = z.object({ id: z.string(), name: z.string() });
const roleSchema = z.object({ roleId: z.string(), partyId: z.string() });

/** Assigns one of the account's dray carriers, unless the service reports that the container has one. */
const makeCarrier: Maker = async (ctx, sample) => {
  const { db, tracking } = ctx;
  const { subjectId: id } = sample;
  await readRoles(db, tracking, id);
  const roles = await queryRows(
    db,
    roleSchema,
    sql`
      select id as "roleId", party_id as "partyId" from party_roles
      where roleable_id = ${id} and role = ${PICKUP_DRAY_CARRIER}`,
  );
  // After an interrupted attempt the role of the chosen party is this sample's.
  const chosen = z.object({ partyId: z.string() }).nullable().parse(sample.made);
  const own = roles.find(({ partyId }) => partyId === chosen?.partyId);
  if (own) return own;
  if (roles.length > 0) throw new NothingToMake("The container already has a dray carrier.");
  const carriers = await queryRows(
    db,
    partySchema,
    sql`
      select p.id, coalesce(p.company_name, '') as name from parties p
      where exists (select from party_roles r where r.party_id = p.id and r.role = ${PICKUP_DRAY_CARRIER})
      order by p.id`,
  );
  const party = carriers[positionSchema.parse(sample.input).position % Math.max(1, carriers.length)];
  // Roles are read one container after another: the account's dray carriers are known a little later.
  if (!party) throw new NotKnownYet("No dray carrier of the account is known.");
  await noteChosen(db, sample, { partyId: party.id });
  const { assigned } = await assignParty(ctx, {
    on: { type: "container", id },
    role: PICKUP_DRAY_CARRIER,
    parties: [party],
    seen: [],
    mayBeDone: sample.attempts > 1,
  });
  const [role] = assigned;
  if (!role) throw new NothingToMake("The container already has a dray carrier.");
  return { partyId: role.partyId, roleId: role.roleId };
};

const PROMISES = [
  "Documents filed, release expected tomorrow",
  "Payment sent, waiting for the line",
  "Checking, will call back",
];
/** Hours from now to the next check: the first is due already. */
const NEXT_CHECK_HOURS = [-1, 2, 5, 24];

const makeFollowUp: Maker = async (ctx, { subjectId, input }) => {
  const { db, actor, now } = ctx;
  const container = await db.transaction((tx) => requireContainer(tx, subjectId));
  const [hold] = activeHolds(currentHolds(container));
  if (!hold) throw new NothingToMake("The container has no active hold.");
  const { position } = positionSchema.parse(input);
  const hours = NEXT_CHECK_HOURS[position % NEXT_CHECK_HOURS.length] ?? 0;
  const find = async () => {
    const [followUpId] = await queryColumn(
      db,
      z.string(),
      sql`
        select id from follow_ups where container_id = ${subjectId} and created_by = ${actor.userId}::uuid
        order by created_at desc limit 1`,
    );
    return followUpId;
  };
  // An interrupted attempt may have written it.
  if ((await find()) === undefined)
    await logFollowUp(ctx, {
      containerId: subjectId,
      holdName: hold.name,
      place: followUpPlace(container, hold.name),
      version: 0,
      contacted: namedHoldOwner(hold.name) ?? "terminal",
      promise: PROMISES[position % PROMISES.length] ?? "",
      owner: "",
      nextCheckAt: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
    });
  return { followUpId: await find() };
};

const boardRowSchema = storedJson<BoardRow>();

/**
 * The terminal's appointment if it is ahead, else 9 AM of the next business day at the terminal, or in two hours when the
 * last free day ends before.
 */
function pickupTime({ appointment, deadline }: BoardRow, zone: string | null, now: Date): Date {
  if (appointment && Date.parse(appointment.at) > now.getTime()) return new Date(appointment.at);
  const morning = instantAtLocalTime(addBusinessDays(localDate(now, zone), 1), "09:00", zone);
  const endsMs = deadline.governing ? Date.parse(deadline.governing.endsAt) : 0;
  const endsBefore = endsMs > now.getTime() && endsMs <= morning.getTime();
  return endsBefore ? new Date((Math.floor(now.getTime() / HOUR_MS) + 2) * HOUR_MS) : morning;
}

const ownPlanSchema = z.object({ version: z.number(), isOwn: z.boolean() });

const makeMove: Maker = async (ctx, { subjectId, input }) => {
  const { db, actor, now } = ctx;
  const container = await db.transaction((tx) => requireContainer(tx, subjectId));
  const [row] = await queryColumn(
    db,
    boardRowSchema,
    sql`select row from board_rows where container_id = ${subjectId}`,
  );
  const zone = holdZone(container, currentHoldPlace(container));
  if (!row) throw new NothingToMake("The container is not on the board.");
  const pickup = pickupTime(row, zone, now);
  const [plan] = await queryRows(
    db,
    ownPlanSchema,
    sql`
      select version, coalesce(updated_by = ${actor.userId}::uuid, false) as "isOwn" from planned_moves
      where container_id = ${subjectId}`,
  );
  if (plan && !(plan.isOwn && plan.version === 1))
    throw new NothingToMake("The container already has a plan.");
  const after = (hours: number) => ({
    at: new Date(pickup.getTime() + hours * HOUR_MS).toISOString(),
    zone,
  });
  // An interrupted attempt may have written it.
  if (!plan)
    await savePlannedMove(ctx, {
      containerId: subjectId,
      version: 0,
      pickup: after(0),
      delivery: after(4),
      deliveryPlace: "Warehouse",
      emptyReturn: null,
      emptyReturnPlace: "",
      driver: "",
      note: positionSchema.parse(input).position % 3 === 0 ? "Delivery by appointment only" : "",
    });
  return { version: 1 };
};

const viewSchema = z.object({ name: z.string(), address: z.string(), shared: z.boolean() });

const makeView: Maker = async (ctx, { input }) => {
  const view = viewSchema.parse(input);
  // An interrupted attempt may have saved it.
  const [own] = await queryColumn(
    ctx.db,
    z.string(),
    sql`select id from views where owner_id = ${ctx.actor.userId}::uuid and name = ${view.name}`,
  );
  return { viewId: own ?? (await saveView(ctx, view)).id };
};

const MAKERS: Record<SampleKind, Maker> = {
  dray_carrier: makeCarrier,
  follow_up: makeFollowUp,
  planned_move: makeMove,
  view: makeView,
};

/**
 * Makes a sample by the command that users use. Returns what it made. Throws NothingToMake, and the errors of the
 * command.
 */
export async function makeSample(ctx: CommandContext, sample: ClaimedSample): Promise<object> {
  return MADE[sample.kind].parse(await MAKERS[sample.kind](ctx, sample));
}
