import { HTTPError, TimeoutError } from "ky";
import { type ErrorObject, errorDocumentSchema } from "@/lib/contract/json-api";
import { AppError, type ErrorCode, type ErrorDetail } from "@/lib/platform/errors";
import { readText } from "./read-body";

const ERROR_BODY_TIMEOUT_MS = 5_000;
const SILENT = "The tracking service is not responding.";
const UNREADABLE = "The tracking service's response can't be read.";

/** The purpose of a request: a write without a clear response may still have been executed. */
export type Purpose = "read" | "write";

const AFTERWARDS: Record<Purpose, string> = {
  read: "Try again in a minute.",
  write: "Check whether it was saved, then retry.",
};

/** A gateway timed out; the service may still be executing the request. */
const GATEWAY_TIMEOUT = 504;

/** Failures before anything was sent. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** No service needs a longer pause. A longer Retry-After is a mistake, such as an instant in place of a duration. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** A number from here on is an instant in seconds since 1970. */
const MIN_EPOCH_S = 1_000_000_000;

function waitMs(reported: string, now: number): number {
  if (!/^\s*\d+(\.\d+)?\s*$/.test(reported)) return Date.parse(reported) - now;
  const seconds = Number(reported);
  return seconds < MIN_EPOCH_S ? seconds * 1_000 : seconds * 1_000 - now;
}

/**
 * Returns Retry-After in milliseconds, at most 15 minutes: in seconds, as a date, or as an instant in seconds. 0 when the
 * response has none, one in the past, or one that can't be read.
 */
export function retryAfterMs(response: Response, now = Date.now()): number {
  const ms = waitMs(response.headers.get("Retry-After") ?? "", now);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** Returns the error for a 2xx response with an unreadable body. */
export function unreadable(purpose: Purpose, cause: string): AppError {
  return new AppError("service_answer_unreadable", `${UNREADABLE} ${AFTERWARDS[purpose]}`, {
    cause,
    mayBeDone: purpose === "write",
  });
}

function unreachable(purpose: Purpose, cause: string, timedOut = false): AppError {
  return new AppError("service_unreachable", `${SILENT} ${AFTERWARDS[purpose]}`, {
    cause,
    mayBeDone: purpose === "write",
    mayComeYet: purpose === "write" && timedOut,
  });
}

/** Returns the message for a status whose body has no usable message. */
function plainText(status: number, purpose: Purpose): { code: ErrorCode; message: string } {
  if (status === 401) {
    return {
      code: "service_refused_key",
      message:
        "The tracking service rejected the API key. It may be unverified or not entitled. Check TRACKING_API_KEY.",
    };
  }
  if (status === 403)
    return {
      code: "not_allowed",
      message: "The account's tracking service plan does not include this.",
    };
  if (status === 404) return { code: "not_found", message: "Record not found in the tracking service." };
  if (status === 429)
    return {
      code: "service_busy",
      message: "Too many requests to the tracking service. Try again in a minute.",
    };
  if (status >= 300 && status < 400)
    return {
      code: "service_answer_unreadable",
      message: "The tracking service returned a redirect, which is not followed. Check TRACKING_API_URL.",
    };
  if (status >= 500) return { code: "service_unreachable", message: `${SILENT} ${AFTERWARDS[purpose]}` };
  return {
    code: "refused_by_service",
    message: `The tracking service rejected the request (status ${status}).`,
  };
}

/** The service answers with a page for a browser at a path that it does not have. It says nothing about a record. */
const NO_SUCH_ADDRESS: { code: ErrorCode; message: string } = {
  code: "refused_by_service",
  message: "The tracking service has no such address. Check TRACKING_API_URL.",
};

const isPage = (body: string): boolean => /^\s*<(!doctype|html)/i.test(body);

function errorsIn(body: string): ErrorObject[] {
  try {
    const read = errorDocumentSchema.safeParse(JSON.parse(body));
    return read.success ? read.data.errors : [];
  } catch {
    return [];
  }
}

/** Returns the system error code of a failure without a response, if it has one. */
function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return systemCodeOf(error.cause);
}

/** Returns the cause of a failure without a response, as text. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = systemCodeOf(error.cause);
  return `${error.name}: ${error.message}${code ? ` (${code})` : ""}`;
}

/** Translates an unsuccessful response for the user, as `translateFailure` does. */
export async function translateResponse(
  response: Response,
  key: string,
  purpose: Purpose,
): Promise<AppError> {
  const { status } = response;
  const body = await readText(response, ERROR_BODY_TIMEOUT_MS).catch(() => "");
  const details = errorsIn(body).map(({ source, detail, title, code, meta }): ErrorDetail => {
    const existing = meta?.existing_document_id;
    return {
      pointer: source?.pointer ?? source?.parameter ?? null,
      message: (detail ?? title ?? "refused").replaceAll(key, "[key]"),
      code,
      existingDocumentId: typeof existing === "string" ? existing : undefined,
    };
  });
  const { code, message } = status === 404 && isPage(body) ? NO_SUCH_ADDRESS : plainText(status, purpose);
  const spoken = [400, 401, 403, 409, 413, 415, 422].includes(status) ? details[0]?.message : undefined;
  // Stores the cause as text only: a ky error contains the request and with it the key.
  return new AppError(code, spoken ?? message, {
    cause: `status ${status}`,
    details,
    mayBeDone: purpose === "write" && status >= 500,
    mayComeYet: purpose === "write" && status === GATEWAY_TIMEOUT,
    serviceStatus: status,
  });
}

/**
 * Translates a failed request for the user. Keeps the service's own message for refusals and plan limits, with the key
 * removed from it. For a write it reports whether it may have been executed.
 */
export async function translateFailure(error: unknown, key: string, purpose: Purpose): Promise<AppError> {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPError) return translateResponse(error.response, key, purpose);
  if (error instanceof TimeoutError) return unreachable(purpose, "timed out", true);
  const cause = causeOf(error).replaceAll(key, "[key]");
  if (error instanceof SyntaxError) return unreadable(purpose, cause);
  if (purpose === "write" && NEVER_SENT.test(systemCodeOf(error) ?? ""))
    return new AppError("service_unreachable", `${SILENT} Nothing was changed. Try again in a minute.`, {
      cause,
    });
  return unreachable(purpose, cause);
}
