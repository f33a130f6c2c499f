import { answerApi } from "@/app/api/v1/answer-api";
import { db } from "@/lib/db/client";
import { readApiBox } from "@/lib/desk-work/feeds/api-boxes";

/** One box for programs: see docs/api.md. */
export function GET(request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerApi(request, async (now) => readApiBox(db(), (await context.params).id, now));
}
