import { type DestinationStream, type Logger, pino } from "pino";
import { loggedError } from "./error-reason";

const SECRETS = [
  "key",
  "secret",
  "authorization",
  "*.key",
  "*.secret",
  "*.authorization",
  "*.headers.authorization",
];

/** Opens the service's log: one JSON line per event. Keys, webhook secrets and query values are omitted. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      name: "tracking-service",
      level,
      serializers: { err: loggedError },
      redact: { paths: SECRETS, censor: "[hidden]" },
      base: { pid: process.pid },
    },
    destination ?? openStandardError(),
  );
}

/**
 * Standard error may be on a full disk. Up to this size is buffered, the rest is discarded, and the process continues.
 */
function openStandardError(): DestinationStream {
  const standardError = pino.destination({ dest: 2, sync: true, maxLength: 1_000_000 });
  standardError.on("error", () => undefined);
  return standardError;
}
