import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { operation } from "@/tracking-service/endpoints/operation";
import { shortTexts } from "@/tracking-service/json-api/body";
import { itemResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentContainers } from "@/tracking-service/resources/journey-records";
import { path } from "@/tracking-service/resources/resource";
import { containers } from "@/tracking-service/store/schema";

const bodySchema = z.object({
  data: z.object({
    type: z.literal("container"),
    id: z.string(),
    attributes: z.object({ ref_numbers: shortTexts }),
  }),
});

const once = (texts: string[]) => [...new Set(texts)];

/** The new list replaces the old one. Only this member is written, so concurrent reports are not overwritten. */
export const editContainer = operation({
  summary: "Replaces the reference numbers of the container that data.id names.",
  section: "supplement.md, PATCH /containers",
  body: bodySchema,
  success: { kind: "item", type: "container" },
  async handle({ service: { db }, account, body }) {
    const { id, attributes } = body.data;
    const edited = { ref_numbers: once(attributes.ref_numbers) };
    const [row] = await db
      .update(containers)
      .set({ attributes: sql`${containers.attributes} || ${JSON.stringify(edited)}::jsonb` })
      .where(and(eq(containers.id, requireUuid(id)), eq(containers.accountId, account.id)))
      .returning();
    const [container] = await presentContainers(db, row ? [row] : []);
    if (!container) throw notFound("There is no such container in this account.");
    return itemResponse(container, path("containers", container.id), null);
  },
});
