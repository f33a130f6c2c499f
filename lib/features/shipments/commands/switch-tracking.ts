import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import { itemDocumentSchema } from "@/lib/contract/json-api";
import type { Visibility } from "@/lib/domain/visibility";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import type { Database } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf } from "@/lib/tracking-client/client";

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

const switchSchema = z.object({
  shipmentId: z.string().min(1).max(200),
  stops: z.boolean(),
  /** Whether an earlier attempt may have succeeded. The request is then sent again, which changes nothing more. */
  mayBeDone: z.boolean().default(false),
});

/**
 * Stops or resumes the tracking of a shipment and all its containers. Throws `changed_meanwhile` with a message when the
 * requested state is already set, and the error of the service.
 */
export const switchTracking = command(
  { right: "dispatch", input: switchSchema },
  async (ctx, { shipmentId, stops, mayBeDone }): Promise<Visibility> => {
    const { db, tracking } = ctx;
    const stopped = await findStopped(db, shipmentId);
    if (stopped === null) throw new AppError("not_found", "This shipment was not found.");
    if (stopped === stops && !mayBeDone)
      throw new AppError(
        "changed_meanwhile",
        stops
          ? "Tracking was already stopped. Nothing was sent."
          : "Tracking was already resumed. Nothing was sent.",
      );
    const path = pathOf("shipments", shipmentId, stops ? "stop_tracking" : "resume_tracking");
    const { document, sentAt } = await tracking.patchPlain(path, itemDocumentSchema);
    const record = { type: "shipment" as const, id: shipmentId };
    await recordDone(ctx, { action: stops ? "tracking.stopped" : "tracking.resumed", record });
    return showDone(db, () => applyResponse(db, document, sentAt), record);
  },
);
