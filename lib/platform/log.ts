import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

/** So much is buffered while nothing can be written, as on a full disk. The rest is lost. */
const MAX_BUFFERED_BYTES = 1_000_000;
const MAX_DEPTH = 6;
const MIN_SECRET_LENGTH = 8;
const CENSOR = "[redacted]";

const SECRET_NAME = /^(?:.*[_-])?(?:key|secret|password|passphrase|passcode|authorization|cookie|token)$/i;
const SECRET_CAMEL = /(?:Key|Secret|Password|Passphrase|Passcode|Authorization|Cookie|Token)$/;
/** Credentials by their shape: an Authorization header's, and a URL's. */
const SECRET_SHAPES = /\b(Bearer|Token|Basic)\s+[\w.~+/=-]{8,}|(\/\/[^\s:/@]*:)[^\s@/]+(?=@)/g;

// The parts of a Next build load this module more than once: they share one request context and one list of secrets.
const SHARED = Symbol.for("drayboard.log");
type Shared = { request: AsyncLocalStorage<string>; secrets: Set<string> };
function shared(): Shared {
  const own = globalThis as { [SHARED]?: Shared };
  own[SHARED] ??= { request: new AsyncLocalStorage<string>(), secrets: new Set() };
  return own[SHARED];
}

/** Keeps these values out of every later log line, wherever they occur. Empty and short ones are ignored. */
export function hideInLog(...values: readonly (string | null | undefined)[]): void {
  for (const value of values) if (value && value.length >= MIN_SECRET_LENGTH) shared().secrets.add(value);
}

/** Marks everything that follows in this asynchronous context with a request's id: log lines carry it as `request`. */
export function beginRequest(id: string): void {
  shared().request.enterWith(id);
}

/** The id of the request that is being handled; undefined outside a request, as in a worker. */
export const currentRequestId = (): string | undefined => shared().request.getStore();

function redactText(text: string): string {
  let clean = text.replace(SECRET_SHAPES, (_, scheme, url) => `${scheme ? `${scheme} ` : url}${CENSOR}`);
  for (const secret of shared().secrets) clean = clean.replaceAll(secret, CENSOR);
  return clean;
}

/** An error for the log: type, code, message and stack of it and of its causes, without the values of a query. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redact(error, depth);
  const withoutValues = (text: string) => redactText(text.split("\nparams:")[0] ?? "");
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at \S/.test(line));
  return {
    type: error.name,
    code: "code" in error ? error.code : undefined,
    message: withoutValues(error.message),
    stack: redactText(places.join("\n")),
    cause: error.cause !== undefined && depth < MAX_DEPTH ? describeError(error.cause, depth + 1) : undefined,
  };
}

/** A value for the log with secrets replaced, by the name of their key and by their value. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth >= MAX_DEPTH) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    each !== null && (SECRET_NAME.test(name) || SECRET_CAMEL.test(name)) ? CENSOR : redact(each, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

const options: pino.LoggerOptions = {
  level: "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Errors are described by `formatters.log`, which runs first.
  serializers: { err: (described: unknown) => described },
  formatters: {
    log: (line) => Object.fromEntries(Object.entries(redact(line) as Record<string, unknown>)),
  },
  mixin: () => {
    const request = shared().request.getStore();
    return request === undefined ? {} : { request };
  },
};

/** Opens a log whose lines are redacted; `write` receives each line. */
export function openLog(destination: pino.DestinationStream): pino.Logger {
  return pino(options, destination);
}

function openStandardOutput(): pino.DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: MAX_BUFFERED_BYTES });
  // Without a listener a full disk would end the process.
  destination.on("error", () => undefined);
  return destination;
}

const root = openLog(openStandardOutput());

/**
 * A logger whose lines name the part that wrote them. Log an unexpected error as `{ err: error }`: its stack and causes are
 * written. Keys, secrets and passwords are redacted by name and by value.
 */
export function logger(part: string) {
  return root.child({ part });
}
