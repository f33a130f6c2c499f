import pino from "pino";

/** So much is held back where nothing can be written, as on a full disk; what is more is lost. */
const HELD_BACK_BYTES = 1_000_000;

const destination = pino.destination({ dest: 1, sync: true, maxLength: HELD_BACK_BYTES });
// Without a listener a full disk would end the process.
destination.on("error", () => undefined);

const options: pino.LoggerOptions = {
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
};

const root = pino(options, destination);

/** A logger whose lines name the part that wrote them. Keys, secrets and passwords are redacted by name. */
export function logger(part: string) {
  return root.child({ part });
}
