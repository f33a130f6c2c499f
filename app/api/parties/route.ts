import { respondSignedIn } from "@/app/api/_http/responses";
import { readParties } from "@/lib/features/parties/queries/cached-parties";

/** The account's parties, sorted by name. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", readParties);
}
