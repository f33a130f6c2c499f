import { HTTPError, type KyResponse, TimeoutError } from "ky";
import { type ErrorObject, errorDocumentSchema } from "@/lib/contract/json-api";
import { AppError, type ErrorCode } from "@/lib/errors";
import { readText, UNREACHABLE } from "./read-text";

const ERROR_BODY_TIMEOUT_MS = 5_000;

/** Words for a status whose body says nothing usable. */
function plainWords(status: number): { code: ErrorCode; message: string } {
  if (status === 401) {
    return {
      code: "service_refused_key",
      message:
        "The tracking service did not accept the request: the key may not be verified or not entitled. Check TRACKING_API_KEY.",
    };
  }
  if (status === 403)
    return {
      code: "not_allowed",
      message: "The tracking service does not allow this on the account's plan.",
    };
  if (status === 404)
    return { code: "not_found", message: "The tracking service does not know this record." };
  if (status === 429)
    return {
      code: "service_busy",
      message: "Too many requests to the tracking service; try again in a minute.",
    };
  if (status >= 300 && status < 400)
    return {
      code: "service_answer_unreadable",
      message:
        "The tracking service answered with a redirect, which is not followed. Check TRACKING_API_URL.",
    };
  if (status >= 500) return { code: "service_unreachable", message: UNREACHABLE };
  return {
    code: "refused_by_service",
    message: `The tracking service refused the request (status ${status}).`,
  };
}

async function errorsOf(response: KyResponse): Promise<ErrorObject[]> {
  try {
    const read = errorDocumentSchema.safeParse(JSON.parse(await readText(response, ERROR_BODY_TIMEOUT_MS)));
    return read.success ? read.data.errors : [];
  } catch {
    return [];
  }
}

/** What an error without an answer says of itself, with the system's code where there is one. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
  return `${error.name}: ${error.message}${code}`;
}

/**
 * What a failed request means for the reader. The service's own words are kept for refusals and entitlements; the
 * key is taken out of them, should they repeat it.
 */
export async function translateFailure(error: unknown, key: string): Promise<AppError> {
  if (error instanceof AppError) return error;
  const withoutKey = (text: string) => text.replaceAll(key, "[key]");
  if (error instanceof HTTPError) {
    const { status } = error.response;
    const errors = await errorsOf(error.response);
    const details = errors.map((entry) => ({
      pointer: entry.source?.pointer ?? entry.source?.parameter ?? null,
      message: withoutKey(entry.detail ?? entry.title ?? "refused"),
    }));
    const { code, message } = plainWords(status);
    const spoken = [400, 401, 403, 409, 422].includes(status) ? details[0]?.message : undefined;
    // The cause is named, not kept: a ky error holds the request and with it the key.
    return new AppError(code, spoken ?? message, { cause: `status ${status}`, details });
  }
  if (error instanceof TimeoutError)
    return new AppError("service_unreachable", UNREACHABLE, { cause: "timed out" });
  const cause = withoutKey(causeOf(error));
  if (error instanceof SyntaxError)
    return new AppError("service_answer_unreadable", "The tracking service's answer cannot be read.", {
      cause,
    });
  return new AppError("service_unreachable", UNREACHABLE, { cause });
}
