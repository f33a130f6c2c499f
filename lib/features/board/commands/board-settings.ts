import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { command } from "@/lib/auth/commands/command";
import { formatLayout, parseLayout } from "@/lib/features/board/rules/column-layout";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

/**
 * The board settings of one user: the row density, and the columns as `formatLayout` writes them. Columns "" means the
 * default of the dashboard.
 */
export type BoardSettings = { density: "cosy" | "compact"; columns: string };

/** The board part of a user's settings. Other pages store their settings in the same object. */
const settingsSchema = z.object({
  density: z.enum(["cosy", "compact"]).catch("cosy"),
  columns: z
    .string()
    .catch("")
    .transform((text) => formatLayout(parseLayout(text).layout ?? [])),
});

export async function readBoardSettings(executor: Executor, { userId }: Writer): Promise<BoardSettings> {
  const [settings] = await queryColumn(
    executor,
    z.unknown(),
    sql`select settings from preferences where user_id = ${userId}::uuid`,
  );
  return settingsSchema.parse(settings ?? {});
}

export const settingsChangeSchema = z
  .object({ density: z.enum(["cosy", "compact"]), columns: z.string().max(2_000) })
  .partial();

/** Stores the given settings. Settings that are absent stay unchanged. */
export const keepBoardSettings = command(
  { right: "dashboard", input: settingsChangeSchema },
  async ({ db, actor }, change): Promise<void> => {
    const { density, columns } = settingsSchema.parse(change);
    const stored = {
      density: change.density === undefined ? undefined : density,
      columns: change.columns === undefined ? undefined : columns,
    };
    await db.execute(sql`
    insert into preferences as p (user_id, settings) values (${actor.userId}::uuid, ${JSON.stringify(stored)}::jsonb)
    on conflict (user_id) do update set settings = p.settings || excluded.settings, updated_at = clock_timestamp()`);
  },
);
