import { answerSignedIn, readParameters } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { listShipments, shipmentFilterSchema } from "@/lib/mirror/shipments";

/** A page of shipments: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn(() => listShipments(db(), readParameters(request, shipmentFilterSchema)));
}
