import { respondSignedIn } from "@/app/api/_http/responses";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** One container with its milestones and changes. See docs/api.md. */
export function GET(_request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return respondSignedIn("dashboard", async () => {
    const { id } = await context.params;
    const page = await loadContainerPage(db(), id);
    if (!page) throw new AppError("not_found", "No container has this ID.");
    return page;
  });
}
