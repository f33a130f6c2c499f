import { answerSignedIn } from "@/app/api/_http/responses";
import { readParties } from "@/lib/features/parties/queries/cached-parties";

/** The account's parties by name: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("dashboard", readParties);
}
