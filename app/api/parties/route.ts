import { answerSignedIn } from "@/app/api/answers";
import { readParties } from "@/lib/mirror/cached/reads";

/** The account's parties by name: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("desk", readParties);
}
