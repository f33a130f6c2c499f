import { answerSignedIn } from "@/app/api/_http/responses";
import { readFacets } from "@/lib/features/board/queries/cached-counts";

/** What the board's filters can be set to: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("dashboard", readFacets);
}
