import { respondSignedIn } from "@/app/api/_http/responses";
import { rangeSchema, readListRequest } from "@/app/api/_http/row-range";
import { listShipments } from "@/lib/features/shipments/queries/shipments";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { db } from "@/lib/platform/database/client";

/** A range of the list of shipments. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", () => {
    const { query, range } = readListRequest(request, readShipmentQuery, rangeSchema);
    return listShipments(db(), query, range, new Date());
  });
}
