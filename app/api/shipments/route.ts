import { answerSignedIn } from "@/app/api/_http/responses";
import { stretchProblems, stretchSchema } from "@/app/api/_http/row-range";
import { listShipments } from "@/lib/features/shipments/queries/shipments";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** A stretch of the list of shipments: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("desk", () => {
    const { searchParams } = new URL(request.url);
    const { query, problems } = readShipmentQuery(searchParams, ["offset", "limit"]);
    const stretch = stretchSchema.safeParse({
      offset: searchParams.get("offset") ?? undefined,
      limit: searchParams.get("limit") ?? undefined,
    });
    const wrong = problems.map(({ place, words }) => `${place}: ${words}`);
    if (!stretch.success) wrong.push(...stretchProblems(stretch.error));
    if (!stretch.success || wrong.length > 0) throw new AppError("bad_input", wrong.join("; "));
    return listShipments(db(), query, stretch.data, new Date());
  });
}
