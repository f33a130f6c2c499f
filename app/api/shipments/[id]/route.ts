import { respondSignedIn } from "@/app/api/_http/responses";
import { loadShipmentPage } from "@/lib/features/shipments/queries/shipment-page";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** One shipment with its containers. See docs/api.md. */
export function GET(_request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return respondSignedIn("dashboard", async () => {
    const { id } = await context.params;
    const page = await loadShipmentPage(db(), id);
    if (!page) throw new AppError("not_found", "No shipment has this ID.");
    return page;
  });
}
