import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "@/lib/platform/log";
import { type Refusal, refuse } from "./request-steps";

type RequestHead = Pick<IncomingMessage, "method" | "url" | "headers">;

const pathOf = ({ url = "" }: RequestHead): string => url.split("?")[0] ?? "";

function isUtf8(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a router state as Next's router sends it: `[segment, {slot: nested state}, …]`. */
function isRouterState(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [segment, slots] = value;
  const isSegment = typeof segment === "string" || Array.isArray(segment);
  const isSlots = typeof slots === "object" && slots !== null && !Array.isArray(slots);
  return isSegment && isSlots && Object.values(slots).every(isRouterState);
}

function hasInvalidRouterState({ headers }: RequestHead): boolean {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return false;
  try {
    return !isRouterState(JSON.parse(decodeURIComponent(String(state))));
  } catch {
    return true;
  }
}

/** A host that is safe in a message. */
const HOST = /^[A-Za-z0-9.:[\]_-]{1,200}$/;
const MULTIPART = /^multipart\/form-data/;
const MULTIPART_WITH_BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"[^"]+"|[^\s";]+)/i;
const PLAIN_TEXT = /^text\/plain\s*(?:;|$)/;
/** The maximum body of an action in Next, `serverActions.bodySizeLimit`. */
const MAX_ACTION_BYTES = 1_048_576;

/** The host of the page that sent this and that of the request, if they differ, as Next compares them. */
function differingHosts({ headers }: RequestHead): { page: string; request: string } | null {
  const { origin, host = "" } = headers;
  if (origin === undefined) return null;
  const forwarded = String(headers["x-forwarded-host"] ?? "")
    .split(",")[0]
    ?.trim();
  const hosts = { page: URL.canParse(origin) ? new URL(origin).host : "", request: forwarded || host };
  return hosts.page === hosts.request ? null : hosts;
}

const REPORT_EVERY_MS = 60_000;
let reportedAt = Number.NEGATIVE_INFINITY;

/** The refusal of an action of another host. Logged once a minute: a proxy that changes Host causes it with each form. */
function refuseOtherHost({ page, request }: { page: string; request: string }): Omit<Refusal, "code"> {
  if (performance.now() - reportedAt > REPORT_EVERY_MS) {
    reportedAt = performance.now();
    logger("dashboard").warn(
      { expectedHost: request.slice(0, 200), pageHost: page.slice(0, 200) },
      "a form was refused: its page has another host than the request; if a proxy is in front, it must pass on Host",
    );
  }
  if (!HOST.test(page) || !HOST.test(request))
    return { status: 403, message: "Only Drayboard pages can send this request." };
  const message = `Only Drayboard pages can send this request. Its page is at ${page}, but the request came for ${request}. A proxy must pass on the header Host unchanged.`;
  return { status: 403, message };
}

/** The problem of a request in which Next reads the arguments of an action. */
function actionProblem(request: RequestHead, isRoute: boolean): Omit<Refusal, "code"> | null {
  const { "next-action": id, "content-type": type = "", "content-length": length = 0 } = request.headers;
  if (request.method !== "POST" || (id === undefined && !MULTIPART.test(type))) return null;
  const hosts = differingHosts(request);
  if (hosts) return refuseOtherHost(hosts);
  if (MULTIPART.test(type) && !MULTIPART_WITH_BOUNDARY.test(type))
    return { status: 400, message: "The content type multipart/form-data has no boundary." };
  if (!MULTIPART.test(type) && !PLAIN_TEXT.test(type))
    return { status: 400, message: "The content type is not one that an action takes." };
  if (Number(length) > MAX_ACTION_BYTES && !(isRoute && id === undefined))
    return { status: 413, message: "The body is larger than 1 MB." };
  return null;
}

function problemOf(request: RequestHead, isRoute: boolean): Omit<Refusal, "code"> | null {
  // Next takes the host of an absolute address for its own, and has no answer for OPTIONS *.
  if (!request.url?.startsWith("/"))
    return { status: 400, message: "The request line needs a path that begins with a slash." };
  if (request.method === "TRACE") return { status: 400, message: "The method TRACE is not supported." };
  if (!isUtf8(pathOf(request)))
    return { status: 400, message: "The percent escapes of the address are not UTF-8." };
  if (hasInvalidRouterState(request))
    return { status: 400, message: "The header next-router-state-tree is not a router state." };
  return actionProblem(request, isRoute);
}

const CODES: Readonly<Record<number, string>> = { 403: "not_allowed", 413: "too_large" };

/**
 * A step that refuses requests on which Next would fail with 500 before any of our code runs. Each case is recognized
 * by the request line and headers alone. No response of Next is changed (docs/decisions/0025).
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const isRoute = /^\/+api(?:\/|$)/.test(pathOf(request));
  const problem = problemOf(request, isRoute);
  if (problem === null) return false;
  const code = isRoute ? { code: CODES[problem.status] ?? "bad_input" } : {};
  refuse(request, response, { ...problem, ...code });
  return true;
}
