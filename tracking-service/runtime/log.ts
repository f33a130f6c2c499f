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

/** The service's log: one JSON line an event that matters, keys, webhook secrets and what queries carried left out. */
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

/** Standard error, which may lie on a full disk: so much is held back then, what is more is lost, and the process goes on. */
function openStandardError(): DestinationStream {
  const standardError = pino.destination({ dest: 2, sync: true, maxLength: 1_000_000 });
  standardError.on("error", () => undefined);
  return standardError;
}
