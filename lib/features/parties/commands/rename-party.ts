import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { editPartySchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { db } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { clientForUser } from "@/lib/tracking-client/open-client";

/** Returns the name of a party as stored in the mirror. Null when the mirror does not contain the party. */
export async function findPartyName(id: string): Promise<string | null> {
  const [name = null] = await queryColumn(
    db(),
    z.string(),
    sql`select company_name as name from parties where id = ${id}`,
  );
  return name;
}

/**
 * Renames a party, first at the service (supplement.md, PATCH /parties/{id}). `before` is the name that was displayed
 * to the user. Throws `changed_meanwhile` with a message when the name has changed since then, and the error of the
 * service (blank, taken).
 */
export async function renameParty(id: string, before: string, after: string): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const now = await findPartyName(id);
  if (now === null) throw new AppError("not_found", "This party was not found.");
  if (now !== before)
    throw new AppError(
      "changed_meanwhile",
      `Another user renamed it to ${now || "(blank)"}. Your edits are kept. Save again to overwrite.`,
    );
  const body = editPartySchema.parse({
    data: { type: "party", id, attributes: { company_name: after } },
  });
  const { document, sentAt } = await clientForUser().edit(pathOf("parties", id), body);
  await recordDone(by, {
    action: "renamed a party",
    record: { type: "party", id },
    detail: `${before} → ${after}`,
  });
  return showDone(() => applyResponse(db(), document, sentAt), { type: "party", id });
}

/** Returns the label of a party in the audit log: its name, else its id. */
export async function partyText(partyId: string): Promise<string> {
  return (await findPartyName(partyId).catch(() => null)) ?? partyId;
}
