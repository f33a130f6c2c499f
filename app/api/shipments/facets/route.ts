import { answerSignedIn } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { listShipmentFacets } from "@/lib/mirror/shipments";

/** What the filters of the shipments can be set to: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("desk", () => listShipmentFacets(db()));
}
