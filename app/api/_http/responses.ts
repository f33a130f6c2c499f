import { connection } from "next/server";
import type { z } from "zod";
import { understoodError } from "@/app/_http/known-error";
import type { Right } from "@/lib/auth/access/roles";
import { isSameOrigin } from "@/lib/auth/access/same-origin";
import type { Command, CommandContext } from "@/lib/auth/commands/command";
import { sessionContext } from "@/lib/auth/commands/session-context";
import { requireSession, type Session } from "@/lib/auth/sign-in/current-session";
import { isDatabaseFailure } from "@/lib/platform/database/connection-errors";
import { AppError, databaseUnavailable } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import type { FieldNames } from "./field-names";
import { readBody } from "./read-body";

const log = logger("api");
const NO_STORE = { "Cache-Control": "no-store" };

function asAppError(thrown: unknown): AppError {
  const error = understoodError(thrown);
  if (error instanceof AppError) return error;
  if (isDatabaseFailure(error)) return databaseUnavailable(error);
  return new AppError("unexpected", "Something went wrong. Try again. The cause was logged.", {
    cause: error,
  });
}

/**
 * A response from JSON text, or from a value converted to JSON. Never cached, because it is the current state of the
 * mirror.
 */
export function jsonResponse(body: unknown, init: ResponseInit = {}): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, {
    ...init,
    headers: { "Content-Type": "application/json; charset=utf-8", ...NO_STORE, ...init.headers },
  });
}

/** Seconds until the next attempt after too many requests. */
const TOO_MANY_RETRY_AFTER_S = 60;

/**
 * The third translator of errors, for routes: `{"error": {"code", "message", "stored"}}` with the status of the code.
 * `stored`, what another user stored meanwhile, is absent for other errors.
 * `retryAfterS` is the time in seconds until the next attempt while the dashboard is unavailable.
 */
export function errorResponse(error: unknown, retryAfterS = 5): Response {
  const { code, message, status, cause, stored } = asAppError(error);
  if (status >= 500) log.error({ code, err: cause }, "route failed");
  const waits: Readonly<Record<number, number>> = { 429: TOO_MANY_RETRY_AFTER_S, 503: retryAfterS };
  const wait = waits[status];
  return jsonResponse(
    { error: stored ? { code, message, stored } : { code, message } },
    { status, headers: wait === undefined ? {} : { "Retry-After": String(wait) } },
  );
}

async function respond(read: () => Promise<unknown>): Promise<Response> {
  await connection();
  try {
    return jsonResponse(await read());
  } catch (error) {
    return errorResponse(error);
  }
}

/** Runs a JSON read for a signed-in user with the required right. 401 without a session, 403 without the right. */
export function respondSignedIn(
  right: Right,
  read: (session: Session) => Promise<unknown>,
): Promise<Response> {
  return respond(async () => read(await requireSession(right)));
}

/** Throws `not_allowed` for a request from another site. */
export function requireSameOrigin({ headers }: Request): void {
  if (!isSameOrigin(headers))
    throw new AppError("not_allowed", "Only Drayboard pages can send this request.");
}

/** Like `respondSignedIn`, for requests with a body. Also responds 403 to requests from other sites. */
export function changeSignedIn(
  right: Right,
  request: Request,
  change: (ctx: CommandContext) => Promise<unknown>,
): Promise<Response> {
  return respond(async () => {
    const ctx = await sessionContext(right);
    requireSameOrigin(request);
    return change(ctx);
  });
}

/**
 * Runs a command for a signed-in user and responds with its result, or with what `answer` makes of it. The session, the
 * right and the sender are checked before `read` reads the request.
 */
export function respondToCommand<Input, Result>(
  request: Request,
  command: Command<Input, Result>,
  read: () => Input | Promise<Input>,
  answer: (result: Result, ctx: CommandContext) => unknown = (result) => result,
): Promise<Response> {
  return changeSignedIn(command.right, request, async (ctx) => answer(await command(ctx, await read()), ctx));
}

/**
 * Reads the JSON body of a request with a schema. Throws `too_large` above `mostBytes`, `bad_input` for other invalid
 * bodies. Its message names a field by `names`, otherwise by its path.
 */
export async function readJsonBody<T extends z.ZodType>(
  request: Request,
  schema: T,
  maxBytes: number,
  names: FieldNames = () => undefined,
): Promise<z.infer<T>> {
  const body = await readBody(request, maxBytes);
  let input: unknown;
  try {
    input = JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new AppError("bad_input", "The body is not JSON.", { cause });
  }
  const read = schema.safeParse(input);
  if (!read.success)
    throw new AppError(
      "bad_input",
      problemsOf(read.error, (path) => names(path, input)),
    );
  return read.data;
}

function problemsOf(
  error: z.ZodError,
  nameOf: (path: string) => string | undefined = () => undefined,
): string {
  const problems = error.issues.map(({ path, message }) => {
    const place = path.join(".");
    return `${nameOf(place) ?? place}: ${message}`;
  });
  return [...new Set(problems)].join("; ");
}

/**
 * Reads the form in a request body. Throws `too_large` above `mostBytes`, `bad_input` for a body that is not a form.
 */
export async function readForm(request: Request, maxBytes: number): Promise<FormData> {
  const body = new Uint8Array(await readBody(request, maxBytes));
  const type = request.headers.get("content-type") ?? "";
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch (cause) {
    throw new AppError("bad_input", "The body is not form data.", { cause });
  }
}

/** Reads query parameters with a schema. Throws `bad_input` that names each invalid parameter. */
export function readParameters<T extends z.ZodType>(request: Request, schema: T): z.infer<T> {
  const input = Object.fromEntries(new URL(request.url).searchParams);
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw new AppError("bad_input", problemsOf(read.error));
}
