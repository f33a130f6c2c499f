import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type Who, whoStored } from "@/lib/auth/audit/who-stored";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { oneAtATime } from "@/lib/auth/commands/one-at-a-time";
import { type ItemDocument, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { createPartyRoleSchema, createShipmentRoleSchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyRoleResponse, forgetRole, type Roleable } from "@/lib/mirror/apply/apply-response";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import type { RefetchSubject } from "@/lib/sync/fetch-queue/enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { partyText } from "./rename-party";

export const partyIdSchema = z.string().min(1).max(200);
export const roleableSchema = z.object({ type: z.enum(["container", "shipment"]), id: partyIdSchema });

const heldRoleSchema = z.object({ roleId: z.string(), partyId: z.string(), name: z.string() });
/** A role that a party has on a record. `name` is the party's name, "" when unknown. */
export type HeldRole = z.infer<typeof heldRoleSchema>;

const FOLDERS = { container: "containers", shipment: "shipments" } as const;

/** Path of the roles of a record at the service, or of one role. */
const rolesPath = ({ type, id }: Roleable, ...rest: string[]): string =>
  pathOf(FOLDERS[type], id, "party_roles", ...rest);

/** The roles of a shipment are fetched with the shipment list of the account. */
const refetchOf = ({ type, id }: Roleable): RefetchSubject | null =>
  type === "container" ? { type: "party_roles", id } : null;

/** Lists the parties that have a role on a record, as stored in the mirror, the oldest first. */
export async function listHeld(executor: Executor, on: Roleable, role: string): Promise<HeldRole[]> {
  return queryRows(
    executor,
    heldRoleSchema,
    sql`
    select r.id as "roleId", r.party_id as "partyId", coalesce(p.company_name, '') as name
    from party_roles r left join parties p on p.id = r.party_id
    where r.roleable_id = ${on.id} and r.role = ${role} order by r.created_at, r.id`,
  );
}

/** The names of parties as text. */
export const partyNames = (roles: readonly { name: string }[]): string =>
  roles.map(({ name }) => name || "an unnamed party").join(", ");

type Compared = { now: readonly HeldRole[]; seen: readonly string[]; own: ReadonlySet<string> };

/** Throws an error with what another user assigned or removed since the user last saw the record. */
export async function requireUntouched(
  executor: Executor,
  on: Roleable,
  { now, seen, own }: Compared,
): Promise<void> {
  const added = now.filter(({ partyId }) => !seen.includes(partyId) && !own.has(partyId));
  const gone = seen.filter((partyId) => !now.some((held) => held.partyId === partyId));
  if (added.length + gone.length === 0) return;
  const { by, at } = await whoChanged(executor, on, added.at(-1));
  const what = added.length > 0 ? `assigned ${partyNames(added)}` : "removed a dray carrier";
  const overwritten = { replaced: now, seen: now.map(({ partyId }) => partyId) };
  throw new AppError(
    "changed_meanwhile",
    `${by ?? "Another user"} ${what}. No changes made. Check the container, then assign again.`,
    { stored: { by, at, what, seen: overwritten } },
  );
}

/** Who assigned a party, as far as the audit log has it. Who removed one is not known. */
async function whoChanged(executor: Executor, on: Roleable, added: HeldRole | undefined): Promise<Who> {
  if (!added) return { by: null, at: null };
  const action = on.type === "container" ? "container.party_assigned" : "shipment.party_assigned";
  const value = await partyText(executor, added.partyId);
  return whoStored(executor, on, { action, key: "party", value });
}

/** The key of the changes of who has a role on a record. */
export const roleKey = ({ type, id }: Roleable, role: string): string => `role ${type} ${id} ${role}`;

type Wanted = { on: Roleable; role: string; partyId: string };

/** Creates a role at the service exactly once. With `mayBeDone`, it first looks for the role of an earlier attempt. */
async function createRole(
  { db, tracking, actor }: CommandContext,
  { on, role, partyId }: Wanted,
  mayBeDone: boolean,
): Promise<{ roleId: string; visibility: Visibility }> {
  const schema = on.type === "container" ? createPartyRoleSchema : createShipmentRoleSchema;
  const body = schema.parse({
    data: {
      type: "party_role",
      attributes: { role },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  });
  const find = async (): Promise<JsonApiRecord | null> => {
    const { document } = await tracking.getPage(rolesPath(on));
    const isIt = (record: JsonApiRecord) =>
      relatedOne(record, "party")?.id === partyId && record.attributes?.role === role;
    return document.data.find(isIt) ?? null;
  };
  const lookedAt = new Date();
  const made = mayBeDone ? await find() : null;
  const { document, sentAt } = made
    ? { document: { data: made } satisfies ItemDocument, sentAt: lookedAt }
    : await createOnce(tracking, rolesPath(on), body, find);
  const visibility = await showDone(
    db,
    () => applyRoleResponse(db, on, document, sentAt, actor.userId),
    refetchOf(on),
  );
  return { roleId: document.data.id, visibility };
}

const assignSchema = z.object({
  on: roleableSchema,
  role: z.string(),
  parties: z.array(z.object({ id: partyIdSchema, name: z.string().default("") })).min(1),
  /**
   * The parties that had the role when the user last saw the record. A change by another user is reported, and a party
   * that already has the role is left as it is. Null: not compared, the service decides.
   */
  seen: z.array(z.string()).nullable().default(null),
  /** Whether an earlier attempt may have succeeded. */
  mayBeDone: z.boolean().default(false),
});

/**
 * Assigns parties in a role on a container or a shipment, at the service first. Returns the roles of this act; a party
 * that already had the role is not among them. Throws `changed_meanwhile` with a message, and the error of the service
 * (422, 401): some services accept only the dray carrier role.
 */
export const assignParty = command(
  { right: "dispatch", input: assignSchema },
  async (ctx, wanted): Promise<Assigned> =>
    oneAtATime(ctx, roleKey(wanted.on, wanted.role), () => assignUnderClaim(ctx, wanted)),
);

/** The roles that an act assigned. */
type Assigned = { assigned: HeldRole[]; visibility: Visibility };

/** `assignParty` for a caller that makes the only change of this role (`oneAtATime`). */
export async function assignUnderClaim(
  ctx: CommandContext,
  { on, role, parties, seen, mayBeDone }: z.output<typeof assignSchema>,
): Promise<Assigned> {
  const before = seen === null ? [] : await listHeld(ctx.db, on, role);
  const own = new Set(parties.map((party) => party.id));
  if (seen !== null) await requireUntouched(ctx.db, on, { now: before, seen, own });
  const assigned: HeldRole[] = [];
  let visibility: Visibility = "now";
  for (const { id: partyId, name } of parties) {
    const held = before.find((each) => each.partyId === partyId);
    // A role that an earlier attempt created belongs to this act, so that undo removes it too.
    if (held && mayBeDone && !seen?.includes(partyId)) assigned.push(held);
    if (held) continue;
    const created = await createRole(ctx, { on, role, partyId }, mayBeDone);
    await recordDone(ctx, async () => {
      const party = await partyText(ctx.db, partyId);
      return on.type === "container"
        ? { action: "container.party_assigned", record: on, data: { party } }
        : { action: "shipment.party_assigned", record: on, data: { role, party } };
    });
    assigned.push({ roleId: created.roleId, partyId, name });
    if (visibility === "now") visibility = created.visibility;
  }
  return { assigned, visibility };
}

const describedRoleSchema = z.object({ role: z.string(), party: z.string() });

/** Returns a role and its party for the audit log, as stored in the mirror. */
async function describeRole(executor: Executor, roleId: string): Promise<{ role?: string; party?: string }> {
  const [described] = await queryRows(
    executor,
    describedRoleSchema,
    sql`
    select r.role, coalesce(p.company_name, r.party_id) as party
    from party_roles r left join parties p on p.id = r.party_id where r.id = ${roleId}`,
  );
  return described ?? {};
}

/** A role to remove. The party and its name are for the result. */
export const removedRoleSchema = z.object({
  roleId: partyIdSchema,
  partyId: z.string().default(""),
  name: z.string().default(""),
});

const removeSchema = z.object({
  on: roleableSchema,
  roles: z.array(removedRoleSchema),
  /**
   * The name of these roles. Roles that the mirror no longer contains are then left out, because another user removed
   * them. Null: the service decides.
   */
  role: z.string().nullable().default(null),
  /** Whether an earlier attempt may have succeeded. Roles that are gone then count as removed by it. */
  mayBeDone: z.boolean().default(false),
});

/**
 * Removes roles from a container or a shipment. A role that the service already deleted counts as removed; it is then
 * also removed from the mirror. Returns the roles of this act, and in `left` the other roles of this name, which stay.
 */
export const removeParty = command(
  { right: "dispatch", input: removeSchema },
  async (
    ctx,
    { on, roles, role: name, mayBeDone },
  ): Promise<{ removed: HeldRole[]; left: HeldRole[]; visibility: Visibility }> => {
    const before = name === null ? null : await listHeld(ctx.db, on, name);
    const removed: HeldRole[] = [];
    let visibility: Visibility = "now";
    for (const role of roles) {
      const isHeld = before?.some(({ roleId }) => roleId === role.roleId) ?? true;
      if (!isHeld && !mayBeDone) continue;
      if (isHeld) {
        await ctx.tracking.remove(rolesPath(on, role.roleId));
        await recordDone(ctx, async () => ({
          action: "party_role.removed",
          record: on,
          data: await describeRole(ctx.db, role.roleId),
        }));
        visibility = await showDone(
          ctx.db,
          () => forgetRole(ctx.db, role.roleId, ctx.actor.userId),
          refetchOf(on),
        );
      }
      removed.push(role);
    }
    const left = (before ?? []).filter((held) => !roles.some(({ roleId }) => roleId === held.roleId));
    return { removed, left, visibility };
  },
);
