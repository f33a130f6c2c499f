import { z } from "zod";
import { readListRequest } from "@/app/api/_http/row-range";
import { respondToApi } from "@/app/api/v1/api-response";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { readApiContainers } from "@/lib/features/feeds/queries/api-containers";
import { API_PAGE_SIZE } from "@/lib/features/feeds/rules/api-document";
import { db } from "@/lib/platform/database/client";

const MAX_PAGES = 100_000;
const pageSchema = z.object({
  "page[number]": z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
  "page[size]": z.coerce.number().int().min(1).max(API_PAGE_SIZE.most).default(API_PAGE_SIZE.usual),
});
/** Board parameters that do not apply to API clients, because no user is signed in. */
const NOT_TAKEN = ["changed", "group", "cols", "view"];

function readApiQuery(params: URLSearchParams, also: string[]) {
  const { query, problems } = readBoardQuery(params, also);
  const notTaken = NOT_TAKEN.filter((name) => params.has(name));
  for (const place of notTaken) problems.push({ place, value: "", text: "only available on the board" });
  return { query, problems };
}

/** The containers of a board address for API clients. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondToApi(request, async (now) => {
    const { query, range } = readListRequest(request, readApiQuery, pageSchema);
    const page = { number: range["page[number]"], size: range["page[size]"] };
    const { data, total } = await readApiContainers(db(), query, page, now);
    const pages = Math.ceil(total / page.size);
    return { data, page: { ...page, total, pages }, as_of: now.toISOString() };
  });
}
