import { type DestinationStream, type Logger, pino } from "pino";
import { loggedError } from "./reason";

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
    destination ?? pino.destination(2),
  );
}
