/** An error object as written. `detail` is null where the live service writes it so. */
type ErrorObject = {
  status: string;
  title: string;
  detail: string | null;
  code?: string | undefined;
  source?: { pointer?: string; parameter?: string } | undefined;
  meta?: Record<string, unknown>;
};

export type ErrorSource = { pointer: string } | { parameter: string };
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** An error response: its status, error objects and headers. */
export class ApiError extends Error {
  constructor(
    readonly status: ErrorStatus,
    readonly errors: ErrorObject[],
    readonly headers: Record<string, string> = {},
  ) {
    super(errors[0]?.detail ?? errors[0]?.title ?? String(status));
  }
}

type Extra = { code?: string; headers?: Record<string, string> };

function refusal(
  status: ErrorStatus,
  title: string,
  detail: string | null,
  source?: ErrorSource,
  extra: Extra = {},
) {
  const error: ErrorObject = {
    status: String(status),
    title,
    detail,
    code: extra.code || undefined,
    source,
  };
  return new ApiError(status, [error], extra.headers);
}

/** 400: the request cannot be parsed, or a parameter or member has an invalid form. */
export const badRequest = (title: string, detail: string, source?: ErrorSource) =>
  refusal(400, title, detail, source);

/** 400 for a required query parameter that is absent, as the live service writes it: without a detail. */
export const missingParameter = (parameter: string) => refusal(400, "Bad Request", null, { parameter });

/** 422: well-formed but with invalid values. */
export const unprocessable = (title: string, detail: string, source: ErrorSource, code?: string) =>
  refusal(422, title, detail, source, code ? { code } : {});

/** 422 for an attribute, with the title that the live service gives every one (supplement.md, Errors). */
export const unprocessableValue = (detail: string, source: ErrorSource, code: string) =>
  unprocessable("Unprocessable Entity", detail, source, code);

export const notFound = (detail = "There is no such record in this account.") =>
  refusal(404, "Not Found", detail);

export const unauthorized = (detail: string, source?: ErrorSource) =>
  refusal(401, "Unauthorized", detail, source);

/** 403: the plan does not include the requested feature. */
export const forbidden = (title: string, detail: string) => refusal(403, title, detail);

export const methodNotAllowed = (method: string, allowed: string[]) =>
  refusal(405, "Method Not Allowed", `${method} is not possible here.`, undefined, {
    headers: { Allow: allowed.join(", ") },
  });

export const tooLarge = (limit: string) =>
  refusal(413, "Payload Too Large", `The body is larger than ${limit}.`);

export const unsupportedMediaType = (expected: string) =>
  refusal(415, "Unsupported Media Type", `Send the body as ${expected}.`);

export const unsupportedEncoding = (encoding: string) =>
  refusal(
    415,
    "Unsupported Media Type",
    `Send the body as it is: Content-Encoding ${encoding.slice(0, 40)} is not unpacked here.`,
  );

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** 429 with the whole seconds to wait in Retry-After (interface.md, Limits). */
export const tooManyRequests = (perMinute: number, retryAfterSeconds: number) =>
  refusal(
    429,
    "Too Many Requests",
    `More than ${counted(perMinute, "request")} in 60 seconds. Try again in ${counted(retryAfterSeconds, "second")}.`,
    undefined,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

/** 429 for uploads: too many files are waiting. Retry-After in whole seconds. */
export const uploadsBusy = (detail: string, retryAfterSeconds: number) =>
  refusal(
    429,
    "Too Many Uploads",
    `${detail} Try again in ${counted(retryAfterSeconds, "second")}.`,
    undefined,
    { headers: { "Retry-After": String(retryAfterSeconds) } },
  );

export const unavailable = () =>
  refusal(
    503,
    "Service Unavailable",
    "The service cannot reach its database. Try again shortly.",
    undefined,
    {
      headers: { "Retry-After": "2" },
    },
  );

export const internal = () => refusal(500, "Internal Server Error", "Internal error. It was logged.");
