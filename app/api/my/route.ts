import { answerSignedIn } from "@/app/api/answers";
import { readListAsked } from "@/app/my/list-asked";
import { readCustomerBox } from "@/app/my/read-box";
import { db } from "@/lib/db/client";
import { listCustomerBoxes } from "@/lib/share/customer-boxes";
import { versionOf } from "@/lib/share/version";

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
