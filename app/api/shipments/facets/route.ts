import { answerSignedIn } from "@/app/api/_http/responses";
import { listShipmentFacets } from "@/lib/features/shipments/queries/shipments";
import { db } from "@/lib/platform/database/client";

/** What the filters of the shipments can be set to: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("dashboard", () => listShipmentFacets(db()));
}
