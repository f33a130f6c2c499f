import { answerSignedIn } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { listViews } from "@/lib/desk-work/views";

/** The views of whoever asks: see docs/api.md. */
export function GET(): Promise<Response> {
  return answerSignedIn("desk", (session) => listViews(db(), session));
}
