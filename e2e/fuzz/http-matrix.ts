import type { Caller } from "@/e2e/access/callers";
import { expectedOf, type Outcome, outcomeOfPage, outcomeOfRoute } from "@/e2e/access/outcome";
import type { OwnContainer } from "@/e2e/access/places";
import { requestTo } from "@/e2e/access/request-to";
import { PAGE_ACCESS, ROUTE_ACCESS } from "@/lib/auth/access/access-matrix";
import { sessionCookie } from "@/lib/auth/sessions/session-token";
import type { World } from "./world";

const AT_ONCE = 4;
const STREAM_MS = 60;

type Cell = { row: string; caller: Caller; wanted: Outcome; ask: () => Promise<Outcome> };

/** The redirect of a page: from the response headers, or from the HTML if the response had already started. */
function refusalOf({ headers }: Response, html: string): Outcome | null {
  const location = headers.get("location") ?? "";
  const led =
    location === ""
      ? [...html.matchAll(/NEXT_REDIRECT;[^;"]*;([^;"\\]+)/g)].map(([, path = ""]) => path)
      : [location];
  const path = led
    .map((one) => one.replace(/^https?:\/\/[^/]+/, ""))
    .find((one) => /^\/(sign-in|not-allowed)\b/.test(one));
  if (path === undefined) return null;
  return path.startsWith("/sign-in") ? "not_signed_in" : "not_allowed";
}

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  await new Promise((resolve) => setTimeout(resolve, STREAM_MS));
  await response.body?.cancel();
  return "";
}

async function requestAs(
  base: URL,
  requested: Omit<Parameters<typeof requestTo>[1], "container">,
  container: OwnContainer,
) {
  const { url, headers, ...init } = requestTo(base, { ...requested, container });
  const value = await requested.caller.cookie();
  const cookie = value !== null && { cookie: `${sessionCookie().name}=${value}` };
  // The client sets the content length itself.
  const { "content-length": _, ...sent } = headers;
  const answer = await fetch(url, { ...init, headers: { ...sent, ...cookie }, redirect: "manual" });
  return { answer, status: answer.status, text: await textOf(answer) };
}

function listCells(base: URL, { callers, controls }: World): Cell[] {
  const container = controls.ownContainer;
  const pages = Object.entries(PAGE_ACCESS).flatMap(([row, access]) =>
    callers.map((caller): Cell => {
      const requested = { method: "GET", address: row, access, caller };
      const ask = async () => {
        const { answer, text } = await requestAs(base, requested, container);
        const refused = access === "anyone" ? null : refusalOf(answer, text);
        return outcomeOfPage(row, access, { refused, html: text }, container);
      };
      return { row, caller, wanted: expectedOf(row, access, caller), ask };
    }),
  );
  const routes = Object.entries(ROUTE_ACCESS).flatMap(([row, access]) =>
    callers.map((caller): Cell => {
      const [method = "GET", address = "/"] = row.split(" ");
      const ask = () =>
        outcomeOfRoute(
          address,
          access,
          (about) => requestAs(base, { method, address, access, caller }, about),
          container,
        );
      return { row, caller, wanted: expectedOf(row, access, caller), ask };
    }),
  );
  return [...pages, ...routes];
}

/**
 * Calls each page and route over HTTP as every caller, or every nth of these cells. `broken` lists the cells that
 * differ from the table.
 */
export async function callOverHttp(
  base: URL,
  world: World,
  every = 1,
): Promise<{ cells: number; broken: string[] }> {
  const cells = listCells(base, world).filter((_, at) => at % every === 0);
  const left = [...cells];
  const broken: string[] = [];
  async function work(): Promise<void> {
    for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
      const found = await cell.ask();
      if (found !== cell.wanted)
        broken.push(`${cell.row} as ${cell.caller.name}: ${found}, should be ${cell.wanted}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { cells: cells.length, broken };
}
