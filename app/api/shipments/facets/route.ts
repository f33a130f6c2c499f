import { respondSignedIn } from "@/app/api/_http/responses";
import { listShipmentFacets } from "@/lib/features/shipments/queries/shipments";
import { db } from "@/lib/platform/database/client";

/** The available values of the shipment filters. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", () => listShipmentFacets(db()));
}
