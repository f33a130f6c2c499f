import { answerSignedIn } from "@/app/api/_http/responses";
import { readListAsked } from "@/app/my/list-containers";
import { readCustomerBox } from "@/app/my/read-container";
import { listCustomerBoxes } from "@/lib/features/sharing/queries/customer-portal";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { db } from "@/lib/platform/database/client";

/** Which version of a customer's list, or of the box named by `box`, there is: `{"version"}`, and nothing else of it. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("boxes", async ({ userId }) => {
    const { searchParams } = new URL(request.url);
    const box = searchParams.get("box");
    const shown =
      box === null
        ? await listCustomerBoxes(db(), userId, readListAsked(searchParams))
        : await readCustomerBox(userId, box);
    return { version: versionOf(shown) };
  });
}
