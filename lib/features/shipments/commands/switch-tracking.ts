import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { itemDocumentSchema } from "@/lib/contract/json-api";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { type Database, db } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { clientForUser } from "@/lib/tracking-client/open-client";

/**
 * Whether tracking of a shipment is stopped, according to the mirror. Null when the mirror does not contain the
 * shipment.
 */
export async function findStopped(database: Database, shipmentId: string): Promise<boolean | null> {
  const [stopped = null] = await queryColumn(
    database,
    z.boolean(),
    sql`
      select attributes ->> 'line_tracking_stopped_at' is not null as stopped from shipments where id = ${shipmentId}`,
  );
  return stopped;
}

/**
 * Stops or resumes the tracking of a shipment and all its containers at the service. Throws the error of the service.
 */
export async function reportTracking(
  database: Database,
  client: TrackingClient,
  shipmentId: string,
  stops: boolean,
): Promise<Visibility> {
  const path = pathOf("shipments", shipmentId, stops ? "stop_tracking" : "resume_tracking");
  const { document, sentAt } = await client.patchPlain(path, itemDocumentSchema);
  const subject = { type: "shipment" as const, id: shipmentId };
  return showDone(() => applyResponse(database, document, sentAt), subject, database);
}

/**
 * Stops or resumes the tracking of a shipment on request of a user. Throws `changed_meanwhile` with a message when the
 * requested state is already set, and the error of the service.
 */
export async function switchTracking(shipmentId: string, stops: boolean): Promise<Visibility> {
  const by = await requireSession("dispatch");
  const stopped = await findStopped(db(), shipmentId);
  if (stopped === null) throw new AppError("not_found", "This shipment was not found.");
  if (stopped === stops)
    throw new AppError(
      "changed_meanwhile",
      stops
        ? "Tracking was already stopped. Nothing was sent."
        : "Tracking was already resumed. Nothing was sent.",
    );
  const shown = await reportTracking(db(), clientForUser(), shipmentId, stops);
  const action = stops ? "stopped tracking" : "resumed tracking";
  await recordDone(by, { action, record: { type: "shipment", id: shipmentId } });
  return shown;
}
