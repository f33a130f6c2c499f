import { answerSignedIn } from "@/app/api/answers";
import { readFacets } from "@/lib/mirror/cached/reads";

/** What the board's filters can be set to: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("desk", readFacets);
}
