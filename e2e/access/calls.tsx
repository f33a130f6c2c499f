import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ComponentType, createElement } from "react";
import { prerender } from "react-dom/static";
import { UNTRIED } from "@/components/ui/forms/form-state";
import type { Access } from "@/lib/auth/access/access-matrix";
import { type Caller, tokenOf } from "./callers";
import { type Outcome, outcomeOfError, outcomeOfPage, outcomeOfRoute, outcomeOfText } from "./outcome";
import { type OwnContainer, placesIn } from "./places";
import { requestTo } from "./request-to";

const APP = join(fileURLToPath(new URL("../..", import.meta.url)), "app");
const MAX_MS = 10_000;

const isBehindToken = (access: string) => access.startsWith("token:");

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  await response.body?.cancel();
  return "";
}

/** Calls one method of a route handler. */
export async function callRoute(
  row: string,
  access: Access,
  handle: (request: Request, context: unknown) => Promise<Response>,
  { caller, container }: { caller: Caller; container: OwnContainer },
): Promise<Outcome> {
  const [method = "GET", address = "/"] = row.split(" ");
  const send = async (about: OwnContainer) => {
    const { url, ...init } = requestTo(new URL("http://127.0.0.1:3000"), {
      method,
      address,
      access,
      caller,
      container: about,
    });
    const params = Promise.resolve(placesIn(address, access, caller, about));
    const response = await handle(new Request(url, init), { params });
    return { status: response.status, text: await textOf(response) };
  };
  try {
    return await outcomeOfRoute(address, access, send, container);
  } catch (error) {
    return outcomeOfError(error) ?? "in";
  }
}

/** Whether the form was validated. Field errors are only reported to callers who may submit the form. */
const tellsFields = (response: unknown): boolean => /"fields":\{"/.test(JSON.stringify(response));

/** Calls a server action with an invalid form. It has a token if one is required. */
export async function callAction(
  access: string,
  action: (...input: unknown[]) => Promise<unknown>,
  caller: Caller,
): Promise<Outcome> {
  const form = new FormData();
  form.set("token", tokenOf(caller));
  try {
    const response = (await action(UNTRIED, form)) ?? null;
    if (isBehindToken(access)) return tellsFields(response) ? "in" : "refused";
    return outcomeOfText(JSON.stringify(response));
  } catch (error) {
    return outcomeOfError(error) ?? "in";
  }
}

/** Renders a page on the server as far as possible. Returns the HTML and the errors thrown by its parts. */
async function draw(Page: ComponentType<Record<string, unknown>>, params: object) {
  const errors: unknown[] = [];
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve({}) };
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), MAX_MS);
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

/** Requests a page. */
export async function callPage(
  address: string,
  access: Access,
  Page: ComponentType<Record<string, unknown>>,
  { caller, container }: { caller: Caller; container: OwnContainer },
): Promise<Outcome> {
  const { html, errors } = await draw(Page, placesIn(address, access, caller, container));
  const refused = errors.map(outcomeOfError).find((outcome) => outcome !== null);
  return outcomeOfPage(address, access, { refused: refused ?? null, html }, container);
}

/** A module below `app`, by its path without extension. */
export const moduleOf = async (path: string, extension: "ts" | "tsx"): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ `${join(APP, path)}.${extension}`);
