import { z } from "zod";
import { isLoopbackHost } from "@/lib/platform/config/environment-variables";
import { faultsSchema } from "@/tracking-service/faults/settings";
import { PER_MINUTE } from "@/tracking-service/limits/rate-limits";

const flagText = z.enum(["true", "false", "1", "0", ""]).transform((text) => text === "true" || text === "1");

const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));

const faultsText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "is no JSON" });
      return z.NEVER;
    }
  })
  .pipe(faultsSchema);

/** Maximum number of containers seeded per account. */
export const MAX_CONTAINERS = 100_000;

/** Each setting with its accepted values, which appear in error messages. */
const SETTINGS = {
  TRACKING_DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    expected: "postgres://user:password@host:port/database",
  },
  TRACKING_SERVICE_PORT: { schema: whole(0, 65_535).default(4010), expected: "a port number" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), expected: "a host name or address" },
  SEED_CONTAINERS: {
    schema: whole(0, MAX_CONTAINERS).default(300),
    expected: `a whole number from 0 to ${MAX_CONTAINERS}`,
  },
  SIM_PAUSED: { schema: flagText.default(false), expected: "true or false" },
  SIM_SEED: { schema: z.string().min(1).max(100).default("drayboard"), expected: "any text" },
  SIM_SPEED: { schema: whole(1, 10_000).default(1), expected: "a whole number from 1 to 10000" },
  SIM_START: {
    schema: z.iso.datetime({ offset: true }).optional(),
    expected: "an ISO 8601 date-time, such as 2026-11-21T09:00:00Z",
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: z
      .union([z.enum(["off", "0"]).transform(() => null), whole(1, 10_000_000)])
      .default(PER_MINUTE.default),
    expected: "a whole number from 1, or off",
  },
  TRACKING_STATUS_WORDS: {
    schema: z.enum(["specification", "live"]).default("specification"),
    expected: "specification (succeeded) or live (created)",
  },
  WEBHOOK_IPS: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((address) => address.trim()))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).max(100))
      .default(["127.0.0.1"]),
    expected: "addresses with commas between, such as 203.0.113.7,203.0.113.8",
  },
  WEBHOOK_PRIVATE_ADDRESSES: { schema: flagText.default(false), expected: "true or false" },
  TRACKING_PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .regex(/^[^?#@]+$/)
      .transform((text) => text.replace(/\/*(\/v2\/*)?$/, ""))
      .optional(),
    expected: "the http or https address others reach the service at, such as https://tracking.example.com",
  },
  FAULTS: { schema: faultsText.optional(), expected: "JSON as docs/tracking-service.md describes it" },
  LOG_LEVEL: {
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    expected: "trace, debug, info, warn, error, fatal or silent",
  },
} as const;

type Name = keyof typeof SETTINGS;

/** A missing or invalid setting. The message contains its name and the expected value. */
export class SettingError extends Error {}

/** The invalid member of a JSON setting, with the reason. */
function memberOf({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "";
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown].join(".");
  return `${path === "" ? "" : ` at ${path}`} (${issue.message})`;
}

function read<N extends Name>(
  name: N,
  environment: NodeJS.ProcessEnv,
): z.output<(typeof SETTINGS)[N]["schema"]>;
function read(name: Name, environment: NodeJS.ProcessEnv): unknown {
  const text = environment[name];
  const { schema, expected } = SETTINGS[name];
  const result = schema.safeParse(text === "" ? undefined : text);
  if (result.success) return result.data;
  const found =
    text === undefined || text === "" ? "is not set" : name.endsWith("_URL") ? "is wrong" : `is "${text}"`;
  const where = name === "FAULTS" ? memberOf(result.error) : "";
  throw new SettingError(`${name} ${found}${where}; expected ${expected}.`);
}

/** Returns the service's settings. This is the only code that reads the environment. Throws SettingError. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const start = read("SIM_START", environment);
  return {
    databaseUrl: read("TRACKING_DATABASE_URL", environment),
    port: read("TRACKING_SERVICE_PORT", environment),
    host: read("HOST", environment),
    seedContainers: read("SEED_CONTAINERS", environment),
    simPaused: read("SIM_PAUSED", environment),
    simSeed: read("SIM_SEED", environment),
    simSpeed: read("SIM_SPEED", environment),
    simStart: start === undefined ? null : new Date(start),
    rateLimitPerMinute: read("RATE_LIMIT_PER_MINUTE", environment),
    statusWords: read("TRACKING_STATUS_WORDS", environment),
    webhookIps: read("WEBHOOK_IPS", environment),
    webhookPrivateAddresses: read("WEBHOOK_PRIVATE_ADDRESSES", environment),
    publicUrl: read("TRACKING_PUBLIC_URL", environment) ?? null,
    faults: read("FAULTS", environment) ?? null,
    logLevel: read("LOG_LEVEL", environment),
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Throws SettingError if other machines reach the service and TRACKING_PUBLIC_URL is not set: the addresses of files would
 * begin with HOST, such as 0.0.0.0.
 */
export function requirePublicUrl({ host, publicUrl }: Pick<Config, "host" | "publicUrl">): void {
  if (publicUrl !== null || isLoopbackHost(host)) return;
  throw new SettingError(
    `TRACKING_PUBLIC_URL is not set; expected ${SETTINGS.TRACKING_PUBLIC_URL.expected}, because HOST is ${host}. ` +
      "Or set HOST to 127.0.0.1.",
  );
}

/** The names of the service's settings. */
export const SERVICE_SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);
