import { z } from "zod";
import { answerApi } from "@/app/api/v1/api-response";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { readApiContainers } from "@/lib/features/feeds/queries/api-containers";
import { API_PAGE_SIZE } from "@/lib/features/feeds/rules/api-document";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const MAX_PAGES = 100_000;
const pageSchema = z.object({
  "page[number]": z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
  "page[size]": z.coerce.number().int().min(1).max(API_PAGE_SIZE.most).default(API_PAGE_SIZE.usual),
});
const PAGE_PARAMETERS = ["page[number]", "page[size]"];
/** Board parameters that do not apply to API clients, because no user is signed in. */
const NOT_TAKEN = ["changed", "group", "cols", "view"];

function readAsked(request: Request) {
  const { searchParams } = new URL(request.url);
  const { query, problems } = readBoardQuery(searchParams, PAGE_PARAMETERS);
  const wrong = problems.map(({ place, words }) => `${place}: ${words}`);
  for (const name of NOT_TAKEN)
    if (searchParams.has(name)) wrong.push(`${name}: only available on the board`);
  const page = pageSchema.safeParse(
    Object.fromEntries(PAGE_PARAMETERS.map((name) => [name, searchParams.get(name) ?? undefined])),
  );
  if (!page.success)
    wrong.push(...page.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  if (!page.success || wrong.length > 0) throw new AppError("bad_input", wrong.join("; "));
  return { query, page: { number: page.data["page[number]"], size: page.data["page[size]"] } };
}

/** The containers of a board address for API clients. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerApi(request, async (now) => {
    const { query, page } = readAsked(request);
    const { data, total } = await readApiContainers(db(), query, page, now);
    const pages = Math.ceil(total / page.size);
    return { data, page: { ...page, total, pages }, as_of: now.toISOString() };
  });
}
