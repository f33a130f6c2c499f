import { respondSignedIn } from "@/app/api/_http/responses";
import { listFacets } from "@/lib/features/board/queries/facets";
import { db } from "@/lib/platform/database/client";

/** The available values of the board's filters. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", () => listFacets(db()));
}
