import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** The settings are wrong or incomplete. Each problem names its variable and what is expected of it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

export type Environment = Record<string, string | undefined>;

/** A variable read from its text; `read` gives null for a text it does not take. */
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

/** "off" where the service counts nothing, as in tests and benchmarks. */
const requestLimit = () =>
  setting("a whole number from 1 to 100000, or off", (text) => {
    if (text.toLowerCase() === "off") return { perMinute: null };
    const perMinute = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return perMinute >= 1 && perMinute <= 100_000 ? { perMinute } : null;
  });

const SWITCH: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };
const onOrOff = () => setting("true or false", (text) => SWITCH[text.toLowerCase()] ?? null);

const matching = (expected: string, pattern: RegExp) =>
  setting(expected, (text) => (pattern.test(text) ? text : null));

const atLeast = (length: number) =>
  setting(`at least ${length} characters`, (text) => (text.length >= length ? text : null));

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Whether a host name (as URL gives it) or address is this machine itself: plain http leaves no wire to listen on. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}

function readPublicUrl(text: string): string | null {
  const url = parseUrl(text);
  const bare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return url !== null && bare && /^https?:$/.test(url.protocol) ? url.origin : null;
}

function readTrackingApiUrl(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return null;
  const path = url.pathname.replace(/\/+$/, "");
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  return safe && path.endsWith("/v2") ? `${url.origin}${path}` : null;
}

function readIssuer(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return null;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  return safe ? text : null;
}

/** The roles that a group of the single sign-on may give: customers need parties, which no group names. */
const GROUP_ROLES = ["admin", "dispatcher", "viewer"] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

function readGroupRoles(text: string): ReadonlyMap<string, GroupRole> | null {
  const pairs = text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    const role = GROUP_ROLES.find((known) => known === pair.slice(at + 1).trim());
    const group = pair.slice(0, Math.max(0, at)).trim();
    return role && group !== "" ? ([group, role] as const) : null;
  });
  const read = pairs.filter((pair) => pair !== null);
  return read.length === pairs.length ? new Map(read) : null;
}

const databaseUrl = () =>
  setting("postgresql://USER:PASSWORD@HOST:PORT/DATABASE", (text) => {
    const url = parseUrl(text);
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : null;
  });

const email = z.email();

const VARIABLES = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: matching("an address or host name, for example 127.0.0.1", /^[A-Za-z0-9.:-]{1,253}$/).default(
    "127.0.0.1",
  ),
  PUBLIC_URL: setting(
    "an http or https address without a path, for example https://desk.example.com",
    readPublicUrl,
  ).optional(),
  TRACKING_SERVICE_PORT: wholeNumber(1, 65535).default(4010),
  DATA_DIR: setting("the path of a folder", (text) => resolve(text)).default(() => resolve(".data")),
  DATABASE_URL: databaseUrl().optional(),
  TRACKING_DATABASE_URL: databaseUrl().optional(),
  TRACKING_API_URL: setting(
    "an https address that ends in /v2 (http on this machine alone), without user and query",
    readTrackingApiUrl,
  ).optional(),
  TRACKING_API_KEY: matching("the key alone, without spaces", /^[\x21-\x7e]+$/).optional(),
  TRACKING_REQUESTS_PER_MINUTE: requestLimit().default({ perMinute: 100 }),
  RECONCILE_MINUTES: wholeNumber(1, 1_440).default(15),
  EVIDENCE_DAYS: wholeNumber(1, 10_000).default(400),
  WEBHOOK_SECRET: atLeast(8).optional(),
  NEXTAUTH_SECRET: atLeast(32).optional(),
  SECRETS_KEY: atLeast(32).optional(),
  OIDC_ISSUER: setting(
    "the https address of an OpenID provider (http on this machine alone), without query",
    readIssuer,
  ).optional(),
  OIDC_CLIENT_ID: matching("the id this desk has at the provider", /^[\x21-\x7e]{1,500}$/).optional(),
  OIDC_CLIENT_SECRET: matching(
    "the secret this desk has at the provider",
    /^[\x21-\x7e]{1,1000}$/,
  ).optional(),
  OIDC_SCOPE: matching(
    "scopes with spaces between, openid among them",
    /^(?=.*\bopenid\b)[\x20-\x7e]+$/,
  ).default("openid email profile"),
  OIDC_GROUPS_CLAIM: matching("the name of a claim", /^[\x21-\x7e]{1,200}$/).default("groups"),
  OIDC_ROLES: setting(
    "pairs such as dispatch-office=dispatcher,it=admin; roles are admin, dispatcher and viewer",
    readGroupRoles,
  ).optional(),
  WEBHOOK_OVERLAP_HOURS: wholeNumber(1, 336).default(24),
  TRUSTED_PROXY_HEADER: matching(
    "the name of a header, for example X-Real-IP",
    /^[A-Za-z0-9-]{1,80}$/,
  ).optional(),
  DRAYBOARD_ADMIN_EMAIL: setting("an e-mail address", (text) =>
    email.safeParse(text).success ? text : null,
  ).default("dispatch@example.com"),
  DRAYBOARD_ADMIN_PASSWORD: atLeast(10).optional(),
  SEED_CONTAINERS: wholeNumber(0, 100_000).default(300),
  SIM_PAUSED: onOrOff().default(false),
  TRACKING_SERVICE_EMBEDDED: onOrOff().optional(),
});

const SECRET = /URL$|KEY$|SECRET$|PASSWORD$/;

/** What an operator set, checked and with defaults; null where `npm run up` makes the value itself. */
export interface Settings {
  port: number;
  host: string;
  /** Where browsers and the service reach the dashboard, without a slash at the end. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | null;
  /** The tracking service's own database; null: beside the dashboard's. */
  trackingDatabaseUrl: string | null;
  /** Base URL of the interface, ends in /v2; null: the embedded service. */
  trackingApiUrl: string | null;
  trackingApiKey: string | null;
  /** What the service allows a minute, by bucket (interface.md, Limits); null where it does not count. */
  requestLimits: Record<"default" | "create" | "infer" | "refresh", number | null>;
  /** Minutes from the end of one reconciliation to the next. */
  reconcileMinutes: number;
  /** How many days deliveries are kept as they came, and their ids. */
  evidenceDays: number;
  trackingServicePort: number;
  /** Whether the upstream is the service `npm run up` starts. */
  trackingServiceEmbedded: boolean;
  /** Null: the secret of the webhook the dashboard registers by itself is used. */
  webhookSecret: string | null;
  nextauthSecret: string | null;
  /** What secrets in the database are encrypted with; null: nextauthSecret. */
  secretsKey: string | null;
  /** The intranet's single sign-on; null without one. */
  singleSignOn: SingleSignOn | null;
  /** How long a replaced webhook secret is still taken. */
  webhookOverlapHours: number;
  /** The header in which the proxy in front names the address a delivery comes from; null: not looked at. */
  trustedProxyHeader: string | null;
  adminEmail: string;
  adminPassword: string | null;
  seedContainers: number;
  simPaused: boolean;
}

/** An OpenID provider whose groups say what somebody is here. */
export type SingleSignOn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  groupsClaim: string;
  /** What each group that is named here makes of its people. */
  roles: ReadonlyMap<string, GroupRole>;
};

/** Settings of a running dashboard or worker: nothing is left to be made. */
export interface Config extends Settings {
  databaseUrl: string;
  trackingApiUrl: string;
  trackingApiKey: string;
  nextauthSecret: string;
}

/** Reads the settings out of an environment; an empty text counts as unset. Throws ConfigError with all problems. */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text?.trim()));
  const parsed = VARIABLES.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => problemOf(issue, given)));
  const set = parsed.data;
  const problems: string[] = [];
  if (set.TRACKING_API_URL !== undefined && set.TRACKING_API_KEY === undefined)
    problems.push(
      "TRACKING_API_KEY: expected the key of the service that TRACKING_API_URL names, it is not set",
    );
  if (set.TRACKING_API_URL === undefined && set.PORT === set.TRACKING_SERVICE_PORT)
    problems.push(`TRACKING_SERVICE_PORT: expected another port than PORT, both are ${set.PORT}`);
  const sso = readSingleSignOn(set);
  if (sso.missing.length > 0)
    problems.push(
      ...sso.missing.map((name) => `${name}: expected, since single sign-on is set, it is not set`),
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL ?? addressOf(set.HOST, set.PORT),
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL ?? null,
    trackingDatabaseUrl: set.TRACKING_DATABASE_URL ?? null,
    trackingApiUrl: set.TRACKING_API_URL ?? null,
    trackingApiKey: set.TRACKING_API_KEY ?? null,
    requestLimits: limitsFrom(set.TRACKING_REQUESTS_PER_MINUTE.perMinute),
    reconcileMinutes: set.RECONCILE_MINUTES,
    evidenceDays: set.EVIDENCE_DAYS,
    trackingServicePort: set.TRACKING_SERVICE_PORT,
    trackingServiceEmbedded: set.TRACKING_SERVICE_EMBEDDED ?? set.TRACKING_API_URL === undefined,
    webhookSecret: set.WEBHOOK_SECRET ?? null,
    nextauthSecret: set.NEXTAUTH_SECRET ?? null,
    secretsKey: set.SECRETS_KEY ?? null,
    singleSignOn: sso.singleSignOn,
    webhookOverlapHours: set.WEBHOOK_OVERLAP_HOURS,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER ?? null,
    adminEmail: set.DRAYBOARD_ADMIN_EMAIL,
    adminPassword: set.DRAYBOARD_ADMIN_PASSWORD ?? null,
    seedContainers: set.SEED_CONTAINERS,
    simPaused: set.SIM_PAUSED,
  };
}

/** All of the single sign-on or none of it. */
function readSingleSignOn(set: z.output<typeof VARIABLES>): {
  singleSignOn: SingleSignOn | null;
  missing: string[];
} {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: roles,
  } = set;
  const given = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: roles,
  };
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || roles === undefined) {
    const names = Object.entries(given);
    const missing = names.filter(([, value]) => value === undefined).map(([name]) => name);
    return { singleSignOn: null, missing: missing.length === names.length ? [] : missing };
  }
  const singleSignOn = {
    issuer,
    clientId,
    clientSecret,
    scope: set.OIDC_SCOPE,
    groupsClaim: set.OIDC_GROUPS_CLAIM,
    roles,
  };
  return { singleSignOn, missing: [] };
}

/** The service's buckets stand in this proportion to its default one (interface.md, Limits). */
function limitsFrom(perMinute: number | null): Settings["requestLimits"] {
  if (perMinute === null) return { default: null, create: null, infer: null, refresh: null };
  return {
    default: perMinute,
    create: perMinute,
    infer: perMinute * 2,
    refresh: Math.max(1, Math.floor(perMinute / 10)),
  };
}

/** Reads the settings of a process that `npm run up` or an operator started with everything resolved. */
export function readConfig(environment: Environment): Config {
  const settings = readSettings(environment);
  const { databaseUrl, trackingApiUrl, trackingApiKey, nextauthSecret } = settings;
  if (databaseUrl !== null && trackingApiUrl !== null && trackingApiKey !== null && nextauthSecret !== null)
    return { ...settings, databaseUrl, trackingApiUrl, trackingApiKey, nextauthSecret };
  const needed = {
    DATABASE_URL: databaseUrl,
    TRACKING_API_URL: trackingApiUrl,
    TRACKING_API_KEY: trackingApiKey,
    NEXTAUTH_SECRET: nextauthSecret,
  };
  const missing = Object.entries(needed).filter(([, value]) => value === null);
  throw new ConfigError(
    missing.map(
      ([name]) => `${name}: expected a value, it is not set ("npm run up" sets it for what it starts)`,
    ),
  );
}

let kept: Config | null = null;

/** The settings of this process, read once: the environment, then `.env`. Throws ConfigError. */
export function config(): Config {
  if (kept === null) {
    loadEnvFile();
    kept = readConfig(process.env);
  }
  return kept;
}

/**
 * What keys for secrets in the database are made of: the first for what is written, all for what is read, so that a
 * SECRETS_KEY can be set later. Throws ConfigError when there is none.
 */
export function readSecretsMaterial(environment: Environment): [string, ...string[]] {
  const { secretsKey, nextauthSecret } = readSettings(environment);
  const [first, ...others] = [secretsKey, nextauthSecret].filter((text) => text !== null);
  if (first === undefined)
    throw new ConfigError(["SECRETS_KEY: expected a value, neither it nor NEXTAUTH_SECRET is set"]);
  return [first, ...others];
}

let material: [string, ...string[]] | null = null;

/** `readSecretsMaterial` of this process, read once. */
export function secretsMaterial(): [string, ...string[]] {
  if (material === null) {
    loadEnvFile();
    material = readSecretsMaterial(process.env);
  }
  return material;
}

/** Adds what `.env` sets to the environment; what is set already stays. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** The address a browser on this machine can open; an address that means "all of them" is not one. */
export function addressOf(host: string, port: number): string {
  const named = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
}

function problemOf(issue: z.core.$ZodIssue, given: Environment): string {
  const name = String(issue.path[0]);
  const value =
    SECRET.test(name) && name !== "PUBLIC_URL"
      ? "a value that does not fit (not shown)"
      : JSON.stringify(given[name]);
  return `${name}: ${issue.message}, got ${value}`;
}
