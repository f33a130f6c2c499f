import { respondSignedIn } from "@/app/api/_http/responses";
import { readListInput } from "@/app/my/list-containers";
import { readCustomerContainer } from "@/app/my/read-container";
import { listCustomerContainers } from "@/lib/features/sharing/queries/customer-portal";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { db } from "@/lib/platform/database/client";

/** The current version of a customer's list, or of the container in `container`: `{"version"}` without any content. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("containers", async ({ userId }) => {
    const { searchParams } = new URL(request.url);
    const container = searchParams.get("container");
    const shown =
      container === null
        ? await listCustomerContainers(db(), userId, readListInput(searchParams))
        : await readCustomerContainer(userId, container);
    return { version: versionOf(shown) };
  });
}
