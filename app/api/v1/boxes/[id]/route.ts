import { answerApi } from "@/app/api/v1/api-response";
import { readApiBox } from "@/lib/features/feeds/queries/api-containers";
import { db } from "@/lib/platform/database/client";

/** One box for programs: see docs/api.md. */
export function GET(request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerApi(request, async (now) => readApiBox(db(), (await context.params).id, now));
}
