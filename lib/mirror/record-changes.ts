import type { Transaction } from "@/lib/db/client";
import { changes } from "@/lib/db/schema";
import type { FieldChange } from "./merge";

export type ChangeOrigin = { asOf: Date; notificationId: string | null };
type Subject = { type: "container" | "shipment"; id: string };

/** Remembers what changed and which notification said so; a notification's change is remembered once. */
export async function recordChanges(
  tx: Transaction,
  origin: ChangeOrigin,
  entries: readonly { subject: Subject; changes: readonly FieldChange[] }[],
): Promise<void> {
  const rows = entries.flatMap(({ subject, changes: fields }) =>
    fields.map((change) => ({
      subjectType: subject.type,
      subjectId: subject.id,
      ...change,
      asOf: origin.asOf,
      notificationId: origin.notificationId,
    })),
  );
  for (let at = 0; at < rows.length; at += 1_000)
    await tx
      .insert(changes)
      .values(rows.slice(at, at + 1_000))
      .onConflictDoNothing();
}
