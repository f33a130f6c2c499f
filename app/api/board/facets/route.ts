import { respondSignedIn } from "@/app/api/_http/responses";
import { readFacets } from "@/lib/features/board/queries/cached-counts";

/** The available values of the board's filters. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", readFacets);
}
