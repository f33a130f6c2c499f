import { answerSignedIn } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { loadContainerPage } from "@/lib/mirror/container-page";

/** One container with its milestones and changes: see docs/api.md. */
export function GET(_request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerSignedIn("desk", async () => {
    const { id } = await context.params;
    const page = await loadContainerPage(db(), id);
    if (!page) throw new AppError("not_found", "No container has this id.");
    return page;
  });
}
