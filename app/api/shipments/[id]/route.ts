import { answerSignedIn } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { loadShipmentPage } from "@/lib/mirror/shipment-page";

/** One shipment with its containers: see docs/api.md. */
export function GET(_request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerSignedIn("desk", async () => {
    const { id } = await context.params;
    const page = await loadShipmentPage(db(), id);
    if (!page) throw new AppError("not_found", "No shipment has this id.");
    return page;
  });
}
