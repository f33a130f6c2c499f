import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ComponentType, createElement } from "react";
import { prerender } from "react-dom/static";
import { UNTRIED } from "@/components/ui/form-state";
import { type Caller, MARK, tokenOf } from "./callers";
import { type Outcome, outcomeOfError, outcomeOfText } from "./outcome";

const APP = join(fileURLToPath(new URL("../..", import.meta.url)), "app");
const ID = "00000000-0000-4000-8000-000000000000";
const LONGEST_MS = 10_000;

/** The places in an address as this caller fills them: a value the row names, their token, else a record nobody has. */
function placesIn(address: string, caller: Caller): Record<string, string | string[]> {
  const places = [...address.matchAll(/\[(\.\.\.)?(\w+)(?:=([^\]]+))?\]/g)];
  return Object.fromEntries(
    places.map(([, rest, name = "", value]) => {
      const filled = value ?? { token: tokenOf(caller), report: "deadlines", page: "you" }[name] ?? ID;
      return [name, rest ? ["session"] : filled];
    }),
  );
}

const isBehindToken = (access: string) => access.startsWith("token:");

async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return answer.text();
  await answer.body?.cancel();
  return "";
}

/** A link that ended says only that, in whatever status. */
const ENDED = /^\{"version":"(expired|revoked|locked)"\}$/;

/** For programs a record that is not there is another answer than a token that opens nothing; for others both are none. */
const isRefusal = (access: string, status: number): boolean =>
  access === "token:api" ? status === 401 || status === 403 : status >= 400;

/** Calls one method of a route handler. */
export async function callRoute(
  row: string,
  access: string,
  handle: (request: Request, context: unknown) => Promise<Response>,
  caller: Caller,
): Promise<Outcome> {
  const [method = "GET", address = "/"] = row.split(" ");
  const params = placesIn(address, caller);
  const path = address.replace(/\[[^\]]*?(\w+)(=[^\]]*)?\]/g, (_, name) => [params[name]].flat().join("/"));
  const body = method === "GET" ? null : "{ garbage";
  const headers = {
    "sec-fetch-site": "same-origin",
    ...(body === null ? {} : { "content-type": "application/json", "content-length": String(body.length) }),
    ...(caller.token ? { authorization: `Bearer ${caller.token.text}` } : {}),
  };
  try {
    const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers, body });
    const answer = await handle(request, { params: Promise.resolve(params) });
    const text = await textOf(answer);
    if (access === "signature" || isBehindToken(access))
      return isRefusal(access, answer.status) || ENDED.test(text) ? "refused" : "in";
    return outcomeOfText(text);
  } catch (error) {
    return outcomeOfError(error) ?? "in";
  }
}

/** Whether a form was looked at: what is wrong with a field is told to who may fill it in. */
const tellsFields = (answer: unknown): boolean => /"fields":\{"/.test(JSON.stringify(answer));

/** Calls a server action with what no form would send, but for a token where one is asked for. */
export async function callAction(
  access: string,
  act: (...given: unknown[]) => Promise<unknown>,
  caller: Caller,
): Promise<Outcome> {
  const form = new FormData();
  form.set("token", tokenOf(caller));
  try {
    const answer = (await act(UNTRIED, form)) ?? null;
    if (isBehindToken(access)) return tellsFields(answer) ? "in" : "refused";
    return outcomeOfText(JSON.stringify(answer));
  } catch (error) {
    return outcomeOfError(error) ?? "in";
  }
}

/** Draws a page on the server, as far as it goes; what it draws and whatever its parts threw. */
async function draw(Page: ComponentType<Record<string, unknown>>, params: object) {
  const errors: unknown[] = [];
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve({}) };
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), LONGEST_MS);
  try {
    const { prelude } = await prerender(createElement(Page, props), {
      signal: timeUp.signal,
      onError: (error: unknown) => {
        errors.push(error);
      },
    });
    return { html: await new Response(prelude).text(), errors };
  } catch (error) {
    return { html: "", errors: [...errors, error] };
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a page. */
export async function callPage(
  address: string,
  access: string,
  Page: ComponentType<Record<string, unknown>>,
  caller: Caller,
): Promise<Outcome> {
  const { html, errors } = await draw(Page, placesIn(address, caller));
  if (isBehindToken(access)) return html.includes(MARK) ? "in" : "refused";
  return errors.map(outcomeOfError).find((outcome) => outcome !== null) ?? "in";
}

/** A module under `app`, by its path without extension. */
export const moduleOf = async (path: string, extension: "ts" | "tsx"): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ `${join(APP, path)}.${extension}`);
