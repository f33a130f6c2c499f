import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { createPartySchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { createOnce } from "@/lib/tracking-client/idempotent-create";
import { eachPage } from "@/lib/tracking-client/pagination";

const nameOf = ({ attributes }: JsonApiRecord) => String(attributes?.company_name ?? "");

/**
 * Creates a party of the account and returns its id. Throws the error of the service (blank name, name already exists).
 */
export const createParty = command(
  { right: "dispatch", input: z.object({ companyName: z.string() }) },
  async (ctx, { companyName }): Promise<{ id: string; visibility: Visibility }> => {
    const { db, tracking } = ctx;
    const body = createPartySchema.parse({
      data: { type: "party", attributes: { company_name: companyName } },
    });
    const wanted = companyName.trim().toLowerCase();
    const { document, sentAt } = await createOnce(tracking, "parties", body, async () => {
      for await (const { document: list } of eachPage(tracking, "parties")) {
        const found = list.data.find((party) => nameOf(party).trim().toLowerCase() === wanted);
        if (found) return found;
      }
      return null;
    });
    const { id } = document.data;
    await recordDone(ctx, {
      action: "party.created",
      record: { type: "party", id },
      data: { name: companyName },
    });
    const visibility = await showDone(db, () => applyResponse(db, document, sentAt), { type: "party", id });
    return { id, visibility };
  },
);
