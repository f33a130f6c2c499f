import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { formatLayout, parseLayout } from "@/lib/features/board/rules/column-layout";
import type { Executor } from "@/lib/platform/database/client";

/** How one person has the board: how close its rows stand, and their columns as `formatLayout` writes them, "" the dashboard's. */
export type BoardSettings = { density: "cosy" | "compact"; columns: string };

/** What stands in a person's settings next to what other pages keep there. */
const settingsSchema = z.object({
  density: z.enum(["cosy", "compact"]).catch("cosy"),
  columns: z
    .string()
    .catch("")
    .transform((text) => formatLayout(parseLayout(text).layout ?? [])),
});

export async function readBoardSettings(executor: Executor, { userId }: Writer): Promise<BoardSettings> {
  const { rows } = await executor.execute<{ settings: unknown }>(
    sql`select settings from preferences where user_id = ${userId}::uuid`,
  );
  return settingsSchema.parse(rows[0]?.settings ?? {});
}

/** Keeps what is given; what is not stays as it was. */
export async function keepBoardSettings(
  executor: Executor,
  { userId }: Writer,
  change: Partial<BoardSettings>,
): Promise<void> {
  const { density, columns } = settingsSchema.parse(change);
  const kept = {
    ...(change.density === undefined ? {} : { density }),
    ...(change.columns === undefined ? {} : { columns }),
  };
  await executor.execute(sql`
    insert into preferences as p (user_id, settings) values (${userId}::uuid, ${JSON.stringify(kept)}::jsonb)
    on conflict (user_id) do update set settings = p.settings || excluded.settings, updated_at = clock_timestamp()`);
}
