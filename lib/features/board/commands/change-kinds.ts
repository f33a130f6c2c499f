import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { command } from "@/lib/auth/commands/command";
import { CHANGE_KINDS, ETA_HOURS } from "@/lib/domain/board-row/row-facts";
import {
  type ChangeChoice,
  DEFAULT_CHANGES,
  readChoice,
  writeChoice,
} from "@/lib/features/board/rules/change-kinds";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

/** The kinds of changes to mark, and the hours that an ETA must move by. Rejects what Drayboard does not offer. */
export const changeChoiceSchema = z.strictObject({
  kinds: z.array(z.enum(CHANGE_KINDS)).max(CHANGE_KINDS.length).readonly(),
  etaHours: z.literal(ETA_HOURS),
});

/** The changes that a user wants to see marked. The default for a user who never chose. */
export async function readChangeChoice(executor: Executor, { userId }: Writer): Promise<ChangeChoice> {
  const [stored] = await queryColumn(
    executor,
    z.array(z.string()),
    sql`select change_kinds from preferences where user_id = ${userId}::uuid`,
  );
  return stored ? readChoice(stored) : DEFAULT_CHANGES;
}

/** Stores the changes that a user wants to see marked. */
export const saveChangeChoice = command(
  { right: "dashboard", input: changeChoiceSchema },
  async ({ db, actor }, choice): Promise<void> => {
    const kinds = sql`${sql.param(writeChoice(choice))}::text[]`;
    await db.execute(sql`
      insert into preferences (user_id, change_kinds) values (${actor.userId}::uuid, ${kinds})
      on conflict (user_id) do update set change_kinds = excluded.change_kinds, updated_at = clock_timestamp()`);
  },
);
