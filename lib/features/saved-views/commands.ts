import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { requireRight } from "@/lib/auth/access/roles";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { boardParams, readBoardQuery } from "@/lib/features/board/rules/board-address";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { userName } from "@/lib/platform/database/user-name-sql";
import { AppError } from "@/lib/platform/errors";

/**
 * A saved board view. `address` contains its parameters without the id of the view. `mine` is true when the user may
 * change it.
 */
export type SavedView = {
  id: string;
  name: string;
  shared: boolean;
  address: string;
  version: number;
  mine: boolean;
  owner: string;
};
/** The views of a user: their own views, the views shared with all users, and the default view. */
export type ViewList = { views: SavedView[]; defaultViewId: string | null };

export const MAX_VIEW_NAME = 80;
const MAX_VIEWS = 100;
const MAX_ADDRESS = 8_000;

const COLUMNS = (userId: string) => sql`v.id, v.name, v.shared, v.address, v.version,
  v.owner_id = ${userId}::uuid as mine, ${userName(sql`v.owner_id`)} as owner`;

const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  address: z.string(),
  version: z.number(),
  mine: z.boolean(),
  owner: z.string(),
});

/** Returns the views of a user by name, own views first. */
export async function listViews(executor: Executor, { userId }: Writer): Promise<ViewList> {
  const views = await queryRows(
    executor,
    savedViewSchema,
    sql`
      select ${COLUMNS(userId)} from views v where v.owner_id = ${userId}::uuid or v.shared
      order by mine desc, lower(v.name), v.id`,
  );
  const [id = null] = await queryColumn(
    executor,
    z.string().nullable(),
    sql`select default_view_id as id from preferences where user_id = ${userId}::uuid`,
  );

  // A view that its owner no longer shares cannot be the default view of another user.
  return { views, defaultViewId: views.some((view) => view.id === id) ? id : null };
}

function checkedName(name: string): string {
  const stored = name.replaceAll("\0", "").trim().replaceAll(/\s+/g, " ");
  if (stored === "") throw new AppError("bad_input", "Enter a name.");
  if (stored.length > MAX_VIEW_NAME)
    throw new AppError("bad_input", `Enter at most ${MAX_VIEW_NAME} characters.`);
  return stored;
}

/** Returns the view address as the board writes it, without parameters that the board does not support. */
function checkedAddress(address: string): string {
  const { query } = readBoardQuery(new URLSearchParams(address));
  const stored = boardParams({ ...query, view: null }).toString();
  if (stored.length > MAX_ADDRESS)
    throw new AppError("bad_input", "Too many filters to save. Paste long lists of numbers instead.");
  return stored;
}

function isUniqueViolation(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "23505") return true;
  return false;
}

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("bad_input", `You already have a view named “${name}”.`, { cause: error });
  }
}

/** Records a change of a shared view in the audit log. Changes of a private view are not recorded. */
async function recordShared(
  executor: Executor,
  by: Writer,
  { id, name }: Pick<SavedView, "id" | "name">,
  action: "view.shared" | "view.changed" | "view.unshared" | "view.deleted",
): Promise<void> {
  await recordAuditEntry(executor, by, { action, record: { type: "view", id }, data: { name } });
}

const nameSchema = z.string().max(200);
const addressSchema = z.string().max(20_000);
const newViewSchema = z.object({ name: nameSchema, address: addressSchema, shared: z.boolean() });
const viewChangeSchema = newViewSchema.partial();
/** The changes of a view: its name, whether it is shared, or its content. */
export type ViewChange = z.infer<typeof viewChangeSchema>;
/** A change of a view at the version that the user saw. */
const changeSchema = z.object({ id: z.uuid(), version: z.number().int(), change: viewChangeSchema });

/** Saves the current board under a name. */
export const saveView = command(
  { right: "dashboard", input: newViewSchema },
  async ({ db, actor }, requested): Promise<SavedView> => {
    const { userId, role } = actor;
    if (requested.shared) requireRight(role, "dispatch");
    const name = checkedName(requested.name);
    const address = checkedAddress(requested.address);
    const [count = 0] = await queryColumn(
      db,
      z.number(),
      sql`select count(*)::int as count from views where owner_id = ${userId}::uuid`,
    );
    if (count >= MAX_VIEWS)
      throw new AppError("bad_input", `Limit of ${MAX_VIEWS} views reached. Delete one first.`);
    return named(name, () =>
      db.transaction(async (tx) => {
        const [view] = await queryRows(
          tx,
          savedViewSchema,
          sql`
        insert into views as v (owner_id, name, shared, address)
        values (${userId}::uuid, ${name}, ${requested.shared}, ${address}) returning ${COLUMNS(userId)}`,
        );
        if (!view) throw new Error("Saving a view returned no row.");
        if (view.shared) await recordShared(tx, actor, view, "view.shared");
        return view;
      }),
    );
  },
);

/**
 * Changes a view of the user at a known version. Throws `changed_meanwhile` when the view has changed since that
 * version.
 */
export const changeView = command(
  { right: "dashboard", input: changeSchema },
  async ({ db, actor }, { id, version, change }): Promise<SavedView> => {
    const { userId, role } = actor;
    if (change.shared) requireRight(role, "dispatch");
    const name = change.name === undefined ? null : checkedName(change.name);
    const address = change.address === undefined ? null : checkedAddress(change.address);
    const changed = await named(name ?? "", () =>
      db.transaction(async (tx) => {
        const [view] = await queryRows(
          tx,
          savedViewSchema,
          sql`
        update views v set name = coalesce(${name}, v.name), shared = coalesce(${change.shared ?? null}::boolean, v.shared),
          address = coalesce(${address}, v.address), version = v.version + 1, updated_at = clock_timestamp()
        where v.id = ${id}::uuid and v.owner_id = ${userId}::uuid and v.version = ${version}
        returning ${COLUMNS(userId)}`,
        );
        if (view?.shared) await recordShared(tx, actor, view, change.shared ? "view.shared" : "view.changed");
        else if (view && change.shared === false) await recordShared(tx, actor, view, "view.unshared");
        return view;
      }),
    );
    return changed ?? refuseChange(db, userId, id);
  },
);

const changeRowSchema = z.object({ mine: z.boolean(), owner: z.string() });

async function refuseChange(executor: Executor, userId: string, id: string): Promise<never> {
  const rows = await queryRows(
    executor,
    changeRowSchema,
    sql`select v.owner_id = ${userId}::uuid as mine, ${userName(sql`v.owner_id`)} as owner from views v where v.id = ${id}::uuid`,
  );
  const [view] = rows;
  if (!view) throw new AppError("not_found", "This view was deleted.");
  if (!view.mine)
    throw new AppError("not_allowed", `This view belongs to ${view.owner}. Save a copy as your own view.`);
  throw new AppError(
    "changed_meanwhile",
    "You changed this view in another window. Reload it, then try again.",
  );
}

const deletedViewSchema = z.object({ name: z.string(), shared: z.boolean() });

/** Deletes a view of the user. Users with this default view start with the whole board again. */
export const deleteView = command(
  { right: "dashboard", input: z.object({ id: z.uuid() }) },
  async ({ db, actor }, { id }): Promise<null> => {
    const { userId } = actor;
    const deleted = await db.transaction(async (tx) => {
      const [view] = await queryRows(
        tx,
        deletedViewSchema,
        sql`delete from views where id = ${id}::uuid and owner_id = ${userId}::uuid returning name, shared`,
      );
      if (view?.shared) await recordShared(tx, actor, { id, name: view.name }, "view.deleted");
      return view;
    });
    if (!deleted) await refuseChange(db, userId, id);
    return null;
  },
);

/** Sets the default view of a user. Null: the whole board. */
export const setDefaultView = command(
  { right: "dashboard", input: z.object({ id: z.uuid().nullable() }) },
  async ({ db, actor: { userId } }, { id }): Promise<null> => {
    const set = await queryColumn(
      db,
      z.string(),
      sql`
    insert into preferences (user_id, default_view_id)
    select ${userId}::uuid, ${id}::uuid
    where ${id}::uuid is null or exists (
      select 1 from views v where v.id = ${id}::uuid and (v.owner_id = ${userId}::uuid or v.shared))
    on conflict (user_id) do update set default_view_id = excluded.default_view_id, updated_at = clock_timestamp()
    returning user_id as id`,
    );
    if (set.length === 0) throw new AppError("not_found", "This view was deleted or is no longer shared.");
    return null;
  },
);
