import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { requireAllowance } from "@/tracking-service/accounts/container-allowance";
import { type OperationInput, operation } from "@/tracking-service/endpoints/operation";
import { resumeTracking, stopTracking } from "@/tracking-service/facts/tracking-stop";
import { shortTexts } from "@/tracking-service/json-api/body";
import { itemResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { presentShipments } from "@/tracking-service/resources/journey-records";
import { path } from "@/tracking-service/resources/resource";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";
import { requireShipment } from "./own-shipment";

const editSchema = z.object({
  data: z.object({
    type: z.literal("shipment").optional(),
    id: z.string().optional(),
    attributes: z.object({ ref_numbers: shortTexts.nullish(), tags: shortTexts.nullish() }),
  }),
});

async function response(db: Database, accountId: string, id: string): Promise<Response> {
  const row = await requireShipment(db, accountId, id);
  const [resource] = await presentShipments(db, [row]);
  if (!resource) throw notFound();
  return itemResponse(resource, path("shipments", row.id), null);
}

const once = (texts: string[]) => [...new Set(texts)];

/** Lists in the request replace the existing ones. Null or absent members stay unchanged. */
export const edit = operation({
  summary: "Replaces a shipment's reference numbers, its tags, or both.",
  section: "supplement.md, PATCH /shipments/{id}",
  body: editSchema,
  success: { kind: "item", type: "shipment" },
  async handle({ service: { db }, account, param, body }) {
    const { id } = await requireShipment(db, account.id, param("id"));
    if (body.data.id !== undefined && body.data.id.toLowerCase() !== id) {
      const detail = "id must be that of the shipment in the address.";
      throw unprocessable("Invalid id", detail, { pointer: "/data/id" }, "invalid");
    }
    const { ref_numbers: references, tags } = body.data.attributes;
    const edited = {
      ref_numbers: references ? once(references) : undefined,
      tags: tags ? once(tags) : undefined,
    };
    // Only these members are written, so concurrent reports are not overwritten. The row is locked during the update.
    await db
      .update(shipments)
      .set({ attributes: sql`${shipments.attributes} || ${JSON.stringify(edited)}::jsonb` })
      .where(and(eq(shipments.id, id), eq(shipments.accountId, account.id)));
    return response(db, account.id, id);
  },
});

type Shipment = typeof shipments.$inferSelect;

async function change(
  { service: { db }, account, param }: OperationInput<unknown, unknown>,
  make: (tx: Transaction, shipment: Shipment) => Promise<unknown>,
): Promise<Response> {
  const shipment = await requireShipment(db, account.id, param("id"));
  await db.transaction((tx) => make(tx, shipment));
  return response(db, account.id, shipment.id);
}

/** A shipment that is not tracked keeps its stop time, user and reason. */
export const stop = operation({
  summary: "Stops the tracking of a shipment and all its containers.",
  section: "supplement.md, PATCH /shipments/{id}/stop_tracking",
  success: { kind: "item", type: "shipment" },
  handle: (requested) =>
    change(requested, (tx, { id: shipmentId }) => {
      const by = { reason: "cancelled_by_user", byKeyId: requested.account.keyId } as const;
      return stopTracking(tx, { shipmentId, ...by }, requested.service.now());
    }),
});

/** 403 when the plan has no allowance for the shipment's containers. */
export const resume = operation({
  summary: "Takes the tracking of a shipment up again; one that is tracked stays so.",
  section: "supplement.md, PATCH /shipments/{id}/resume_tracking",
  success: { kind: "item", type: "shipment" },
  handle: (requested) =>
    change(requested, async (tx, shipment) => {
      if (shipment.trackingStoppedAt === null) return;
      await requireAllowance(tx, requested.account);
      await resumeTracking(tx, shipment.id, requested.service.now());
    }),
});
