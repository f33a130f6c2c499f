import { z } from "zod";
import { readJsonBody, readParameters, respondSignedIn, respondToCommand } from "@/app/api/_http/responses";
import { keepNumberList, listMissing, reportNumberList } from "@/lib/features/board/queries/match-numbers";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { db } from "@/lib/platform/database/client";

const MAX_BYTES = 8_000_000;
const bodySchema = z.object({ text: z.string() });
const parametersSchema = z.object({ list: z.uuid().optional(), numbers: z.string().max(2_000).optional() });

/** Stores a pasted column of container numbers. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    keepNumberList,
    () => readJsonBody(request, bodySchema, MAX_BYTES),
    async (id, ctx) => ({ id, ...(await reportNumberList(ctx.db, id)) }),
  );
}

/** Compares a stored list, or the numbers in an address, with the mirror. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async () => {
    const { list, numbers = "" } = readParameters(request, parametersSchema);
    if (list) return reportNumberList(db(), list);
    const { query } = readBoardQuery(new URLSearchParams({ numbers }));
    const missing = await listMissing(db(), query.numbers);
    const requestedCount = query.numbers.length;
    return {
      requestedCount,
      found: requestedCount - missing.length,
      missing,
      unreadable: [],
      unreadableCount: 0,
      lines: requestedCount,
    };
  });
}
