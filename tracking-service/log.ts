import { type DestinationStream, type Logger, pino } from "pino";

const SECRETS = [
  "key",
  "secret",
  "authorization",
  "*.key",
  "*.secret",
  "*.authorization",
  "*.headers.authorization",
];

/** The service's log: one JSON line an event that matters, keys and webhook secrets left out. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      name: "tracking-service",
      level,
      redact: { paths: SECRETS, censor: "[hidden]" },
      base: { pid: process.pid },
    },
    destination ?? pino.destination(2),
  );
}
