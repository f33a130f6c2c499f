import { answerSignedIn } from "@/app/api/_http/responses";
import { rangeProblems, rangeSchema } from "@/app/api/_http/row-range";
import { listShipments } from "@/lib/features/shipments/queries/shipments";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** A range of the list of shipments. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("dashboard", () => {
    const { searchParams } = new URL(request.url);
    const { query, problems } = readShipmentQuery(searchParams, ["offset", "limit"]);
    const range = rangeSchema.safeParse({
      offset: searchParams.get("offset") ?? undefined,
      limit: searchParams.get("limit") ?? undefined,
    });
    const wrong = problems.map(({ place, words }) => `${place}: ${words}`);
    if (!range.success) wrong.push(...rangeProblems(range.error));
    if (!range.success || wrong.length > 0) throw new AppError("bad_input", wrong.join("; "));
    return listShipments(db(), query, range.data, new Date());
  });
}
