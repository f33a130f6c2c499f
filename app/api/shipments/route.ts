import { answerSignedIn } from "@/app/api/answers";
import { stretchProblems, stretchSchema } from "@/app/api/stretch";
import { db } from "@/lib/db/client";
import { readShipmentQuery } from "@/lib/dispatch/shipment-query";
import { AppError } from "@/lib/errors";
import { listShipments } from "@/lib/mirror/shipments";

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
