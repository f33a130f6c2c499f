import { z } from "zod";
import { changeSignedIn, readJsonBody, readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { parsePastedNumbers } from "@/lib/domain/numbers/number-list";
import { keepNumberList, listMissing, reportNumberList } from "@/lib/features/board/queries/match-numbers";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const MAX_BYTES = 8_000_000;
const bodySchema = z.object({ text: z.string() });
const parametersSchema = z.object({ list: z.uuid().optional(), numbers: z.string().max(2_000).optional() });

/** Stores a pasted column of container numbers. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dashboard", request, async (session) => {
    const { text } = await readJsonBody(request, bodySchema, MAX_BYTES);
    const pasted = parsePastedNumbers(text);
    if (pasted.numbers.length === 0)
      throw new AppError("bad_input", "No container numbers found. Enter four letters and seven digits.");
    const id = await keepNumberList(db(), session, pasted);
    return { id, ...(await reportNumberList(db(), id)) };
  });
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
