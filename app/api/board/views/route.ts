import { respondSignedIn } from "@/app/api/_http/responses";
import { listViews } from "@/lib/features/saved-views/commands";
import { db } from "@/lib/platform/database/client";

/** The views of the signed-in user. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", (session) => listViews(db(), session));
}
