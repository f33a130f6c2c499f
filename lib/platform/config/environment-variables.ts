import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_LOCALE, LOCALES, readLocale } from "@/lib/platform/text/locale";
import { GROUP_ROLES, type Role } from "@/lib/platform/user-roles";
import { type AddressBlock, readAddressBlock } from "./address-blocks";

/** The settings are wrong or incomplete. Each problem states its variable and the expected value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

export type Environment = Record<string, string | undefined>;

/** A variable parsed from its text; `read` returns null for an invalid text. */
const setting = <T>(expected: string, read: (text: string) => T | null) =>
  z.string().transform((text, context): T => {
    const value = read(text.trim());
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: `expected ${expected}` });
    return z.NEVER;
  });

const wholeNumber = (from: number, to: number) =>
  setting(`a whole number from ${from} to ${to}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= from && value <= to ? value : null;
  });

/** "off" if the service sets no limits, as in tests and benchmarks. */
const requestLimit = () =>
  setting("a whole number from 1 to 100000, or off", (text) => {
    if (text.toLowerCase() === "off") return { perMinute: null };
    const perMinute = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return perMinute >= 1 && perMinute <= 100_000 ? { perMinute } : null;
  });

const SWITCH: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };
const SEED_SWITCH: Record<string, boolean> = { ...SWITCH, on: true, off: false };
const onOrOff = () => setting("true or false", (text) => SWITCH[text.toLowerCase()] ?? null);

const matching = (expected: string, pattern: RegExp) =>
  setting(expected, (text) => (pattern.test(text) ? text : null));

const atLeast = (length: number) =>
  setting(`at least ${length} characters`, (text) => (text.length >= length ? text : null));

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * Whether a host name (as URL normalizes it) or address is this machine itself: plain http is then safe from
 * interception.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}

function readPublicUrl(text: string): string | null {
  const url = parseUrl(text);
  const bare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return url !== null && bare && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** Whether the host is a name of one part, such as that of a container, which is known only in its own network. */
const isPrivateName = ({ hostname }: URL): boolean => /^[a-z][a-z0-9-]*$/i.test(hostname);

function readTrackingApiUrl(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return null;
  const path = url.pathname.replace(/\/+$/, "");
  const safe =
    url.protocol === "https:" ||
    (url.protocol === "http:" && (isLoopbackHost(url.hostname) || isPrivateName(url)));
  return safe && path.endsWith("/v2") ? `${url.origin}${path}` : null;
}

/** A collector in the own network has no certificate, so plain http is accepted. */
function readCollector(text: string): string | null {
  const url = parseUrl(text);
  const bare = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return url && bare && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : null;
}

function readIssuer(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return null;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  return safe ? text : null;
}

function readGroupRoles(text: string): ReadonlyMap<string, Role> | null {
  const pairs = text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    const role = GROUP_ROLES.find((known) => known === pair.slice(at + 1).trim());
    const group = pair.slice(0, Math.max(0, at)).trim();
    return role && group !== "" ? ([group, role] as const) : null;
  });
  const read = pairs.filter((pair) => pair !== null);
  return read.length === pairs.length ? new Map(read) : null;
}

/** A block of all addresses would let every client choose its own address. */
function readTrustedProxies(text: string): readonly AddressBlock[] | null {
  const blocks = text.split(",").map(readAddressBlock);
  const read = blocks.filter((block) => block !== null && block.bits > 0);
  return read.length === blocks.length ? read.filter((block) => block !== null) : null;
}

/** The values of header pairs as OpenTelemetry reads them, percent-decoded; null for another text. */
function readHeaderPairs(text: string): string[] | null {
  const pairs = text.split(",").map((pair) => /^\s*[\w.-]+\s*=\s*([\x20-\x7e]+?)\s*$/.exec(pair)?.[1]);
  const values = pairs.filter((value) => value !== undefined);
  try {
    return values.length === pairs.length ? values.map(decodeURIComponent) : null;
  } catch {
    return null;
  }
}

const databaseUrl = () =>
  setting("postgresql://USER:PASSWORD@HOST:PORT/DATABASE", (text) => {
    const url = parseUrl(text);
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : null;
  });

const HOST_NAME = /^[A-Za-z0-9.:-]{1,253}$/;
const email = z.email();

const VARIABLES = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: matching("an address or host name, for example 127.0.0.1", HOST_NAME).default("127.0.0.1"),
  PUBLIC_URL: setting(
    "an http or https address without a path, for example https://dashboard.example.com",
    readPublicUrl,
  ).optional(),
  TRACKING_SERVICE_PORT: wholeNumber(1, 65535).default(4010),
  DATA_DIR: setting("the path of a folder", (text) => resolve(text)).default(() => resolve(".data")),
  DRAYBOARD_LOCALE: setting(LOCALES.join(" or "), readLocale).default(DEFAULT_LOCALE),
  LOG_FILES: wholeNumber(1, 100).default(5),
  LOG_FILE_MB: wholeNumber(1, 10_000).default(20),
  DATABASE_URL: databaseUrl().optional(),
  READ_DATABASE_URL: databaseUrl().optional(),
  TRACKING_DATABASE_URL: databaseUrl().optional(),
  TRACKING_API_URL: setting(
    "an https address that ends in /v2 (http on this machine only), without user and query",
    readTrackingApiUrl,
  ).optional(),
  TRACKING_API_KEY: matching("the key only, without spaces", /^[\x21-\x7e]+$/).optional(),
  TRACKING_REQUESTS_PER_MINUTE: requestLimit().default({ perMinute: 100 }),
  RECONCILE_MINUTES: wholeNumber(1, 1_440).default(15),
  WEBHOOK_ARCHIVE_DAYS: wholeNumber(1, 10_000).default(400),
  WEBHOOK_SECRET: atLeast(8).optional(),
  NEXTAUTH_SECRET: atLeast(32).optional(),
  SECRETS_KEY: atLeast(32).optional(),
  OLD_SECRETS_KEY: atLeast(32).optional(),
  OIDC_ISSUER: setting(
    "the https address of an OpenID provider (http on this machine only), without query",
    readIssuer,
  ).optional(),
  OIDC_CLIENT_ID: matching("the client ID of Drayboard at the provider", /^[\x21-\x7e]{1,500}$/).optional(),
  OIDC_CLIENT_SECRET: matching(
    "the client secret of Drayboard at the provider",
    /^[\x21-\x7e]{1,1000}$/,
  ).optional(),
  OIDC_SCOPE: matching(
    "scopes separated by spaces, including openid",
    /^(?=.*\bopenid\b)[\x20-\x7e]+$/,
  ).default("openid email profile"),
  OIDC_GROUPS_CLAIM: matching("the name of a claim", /^[\x21-\x7e]{1,200}$/).default("groups"),
  OIDC_ROLES: setting(
    "pairs such as dispatch-office=dispatcher,it=admin; roles are admin, dispatcher and viewer",
    readGroupRoles,
  ).optional(),
  WEBHOOK_OVERLAP_HOURS: wholeNumber(1, 336).default(24),
  TRUSTED_PROXIES: setting(
    "addresses and networks separated by commas, for example 10.0.0.5,192.168.0.0/16,2001:db8::/32",
    readTrustedProxies,
  ).optional(),
  TRUSTED_PROXY_HEADER: matching(
    "the name of a header, for example X-Real-IP",
    /^[A-Za-z0-9-]{1,80}$/,
  ).optional(),
  DRAYBOARD_ADMIN_EMAIL: setting("an email address", (text) =>
    email.safeParse(text).success ? text : null,
  ).default("dispatch@example.com"),
  DRAYBOARD_ADMIN_PASSWORD: atLeast(10).optional(),
  BACKUP_PASSPHRASE: atLeast(12).optional(),
  SEED_CONTAINERS: wholeNumber(0, 100_000).default(300),
  SIM_PAUSED: onOrOff().default(false),
  SEED_SAMPLES: setting("on or off", (text) => SEED_SWITCH[text.toLowerCase()] ?? null).default(true),
  WEBHOOK_PRIVATE_ADDRESSES: onOrOff().default(false),
  TRACKING_SERVICE_EMBEDDED: onOrOff().optional(),
  METRICS_HOST: matching("an address or host name, for example 127.0.0.1", HOST_NAME).default("127.0.0.1"),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  WORKER_METRICS_PORT: wholeNumber(1, 65535).optional(),
  METRICS_TOKEN: matching("at least 16 characters without spaces", /^[\x21-\x7e]{16,500}$/).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    "the http or https address of an OpenTelemetry collector, for example http://127.0.0.1:4318",
    readCollector,
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: setting("pairs such as authorization=Basic%20TEXT,x-tenant=office", (text) =>
    readHeaderPairs(text) === null ? null : text,
  ).optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: matching(
    "32 bytes in base64, for example the output of: openssl rand -base64 32",
    /^[A-Za-z0-9+/]{43}=$/,
  ).optional(),
  DASHBOARD_HEAP_MB: wholeNumber(128, 65_536).default(192),
  WORKER_HEAP_MB: wholeNumber(128, 65_536).default(256),
  TRACKING_SERVICE_HEAP_MB: wholeNumber(128, 65_536).default(512),
});

/** The names of all settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys(VARIABLES.shape));

/** Names of variables in former versions. They still work; the present name takes precedence. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([["EVIDENCE_DAYS", "WEBHOOK_ARCHIVE_DAYS"]]);

const SECRET = /URL$|KEY$|SECRET$|PASSWORD$|PASSPHRASE$|TOKEN$|HEADERS$/;
/** An address with a user or a password. */
const WITH_CREDENTIALS = /\/\/[^\s/?#]*@/;

/** Each variable as parsed; optional variables that are not set are undefined. */
export type Variables = z.output<typeof VARIABLES>;

/** Reads the variables from an environment; an empty text counts as unset. Throws ConfigError with all problems. */
export function readVariables(environment: Environment): Variables {
  const set = Object.entries(environment).filter(([, text]) => text?.trim());
  const former = set.map(([name, text]) => [FORMER_NAMES.get(name) ?? name, text] as const);
  const input = Object.fromEntries([...former, ...set]);
  const parsed = VARIABLES.safeParse(input);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => problemOf(issue, input)));
  return parsed.data;
}

function problemOf(issue: z.core.$ZodIssue, input: Environment): string {
  const name = String(issue.path[0]);
  const text = input[name] ?? "";
  const isSecret = (SECRET.test(name) && name !== "PUBLIC_URL") || WITH_CREDENTIALS.test(text);
  const value = isSecret ? "an invalid value (not shown)" : JSON.stringify(text);
  return `${name}: ${issue.message}, got ${value}`;
}

/** Variables that the exporter of traces reads itself, with headers that may be secret. */
const HEADER_VARIABLES = ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"];

/** Each header's value as set, as sent, and without the word before it, such as Basic. */
const secretsOfHeaders = (text: string): string[] =>
  [
    text,
    ...text.split(",").map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...(readHeaderPairs(text) ?? []),
  ]
    .map((value) => value.trim())
    .flatMap((value) => [value, value.replace(/^\w+(?:\s+|%20)/, "")])
    .filter((value) => value !== "");

/** The values of all secrets that are set, such as keys and passwords; connection URLs are not among them. */
export const secretValues = (environment: Environment): string[] => [
  ...Object.keys(VARIABLES.shape).flatMap((name) => {
    const value = environment[name];
    return /KEY$|SECRET$|PASSWORD$|PASSPHRASE$|TOKEN$/.test(name) && value ? [value] : [];
  }),
  ...HEADER_VARIABLES.flatMap((name) => secretsOfHeaders(environment[name] ?? "")),
];
