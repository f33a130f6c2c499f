import { sql } from "drizzle-orm";
import type { Origin } from "@/lib/mirror/merge/observations";
import type { Unreadable } from "@/lib/mirror/merge/record-types";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { unreadableAttributes } from "@/lib/platform/database/schema/schema";

const VALUE_LENGTH = 200;

/** The beginning of a value as JSON, in whole characters. */
function beginning(value: unknown): string {
  const json = JSON.stringify(value) ?? "";
  return [...json.slice(0, 2 * VALUE_LENGTH)].slice(0, VALUE_LENGTH).join("");
}

export type ReadWithProblems = { unreadable: readonly Unreadable[]; origin: Origin };

/**
 * Counts the attributes that could not be read, by type of record and name, with the last value and its notification.
 * Call it with the board lock, so that two transactions do not wait for each other's rows.
 */
export async function noteUnreadable(tx: Transaction, reports: readonly ReadWithProblems[]): Promise<void> {
  const last = new Map<string, typeof unreadableAttributes.$inferInsert>();
  for (const { unreadable, origin } of reports)
    for (const { type, name, id, value } of unreadable) {
      const key = JSON.stringify([type, name]);
      last.set(key, {
        type,
        name,
        timesRead: (last.get(key)?.timesRead ?? 0) + 1,
        lastValue: beginning(value),
        lastAt: origin.receivedAt ?? origin.asOf,
        recordId: id,
        notificationId: origin.notificationId,
      });
    }
  if (!last.size) return;
  await tx.execute(sql`
    ${insertInto(unreadableAttributes, [...last.values()])}
    on conflict (type, name) do update set
      times_read = ${unreadableAttributes.timesRead} + excluded.times_read, last_value = excluded.last_value,
      last_at = excluded.last_at, record_id = excluded.record_id,
      notification_id = coalesce(excluded.notification_id, ${unreadableAttributes.notificationId})`);
}
