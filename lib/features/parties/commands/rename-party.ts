import { sql } from "drizzle-orm";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { editPartySchema } from "@/lib/contract/request-bodies";
import type { Shown } from "@/lib/domain/visibility";
import { applyAnswer } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/** A party's name as the mirror has it; null when that does not hold the party. */
export async function findPartyName(id: string): Promise<string | null> {
  const { rows } = await db().execute<{ name: string }>(
    sql`select company_name as name from parties where id = ${id}`,
  );
  return rows[0]?.name ?? null;
}

/**
 * Renames a party, at the service first (supplement.md, PATCH /parties/{id}). `before` is the name as it was looked at:
 * throws `changed_meanwhile` in words when it is another one by now, and the service's own refusal (blank, taken).
 */
export async function renameParty(id: string, before: string, after: string): Promise<Shown> {
  const by = await requireSession("dispatch");
  const now = await findPartyName(id);
  if (now === null) throw new AppError("not_found", "This party was not found.");
  if (now !== before)
    throw new AppError(
      "changed_meanwhile",
      `Another user renamed it to ${now || "nothing"}. Your edits are kept. Save again to overwrite.`,
    );
  const body = editPartySchema.parse({
    data: { type: "party", id, attributes: { company_name: after } },
  });
  const { document, sentAt } = await clientForPerson().edit(pathOf("parties", id), body);
  await recordDone(by, {
    action: "renamed a party",
    record: { type: "party", id },
    detail: `${before} → ${after}`,
  });
  return showDone(() => applyAnswer(db(), document, sentAt), { type: "party", id });
}
