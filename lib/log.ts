import pino from "pino";

const root = pino({
  level: "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      "key",
      "secret",
      "password",
      "authorization",
      "*.key",
      "*.secret",
      "*.password",
      "*.authorization",
    ],
    censor: "[redacted]",
  },
});

/** A logger whose lines name the part that wrote them. Keys, secrets and passwords are redacted by name. */
export function logger(part: string) {
  return root.child({ part });
}
