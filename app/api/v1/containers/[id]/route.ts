import { respondToApi } from "@/app/api/v1/api-response";
import { readApiContainer } from "@/lib/features/feeds/queries/api-containers";
import { db } from "@/lib/platform/database/client";

/** One container for API clients. See docs/api.md. */
export function GET(request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return respondToApi(request, async (now) => readApiContainer(db(), (await context.params).id, now));
}
