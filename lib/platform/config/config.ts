import { existsSync } from "node:fs";
import { hideInLog } from "@/lib/platform/log";
import type { Locale } from "@/lib/platform/text/locale";
import type { Role } from "@/lib/platform/user-roles";
import type { AddressBlock } from "./address-blocks";
import {
  ConfigError,
  type Environment,
  isLoopbackHost,
  readVariables,
  secretValues,
  type Variables,
} from "./environment-variables";

export { type AddressBlock, bareAddress, isInBlocks, readAddressBlock } from "./address-blocks";
export { ConfigError, isLoopbackHost } from "./environment-variables";

/** The operator's settings, validated and with defaults; null where `npm run up` creates the value itself. */
export interface Settings {
  port: number;
  host: string;
  /** The address at which browsers and the service reach the dashboard, without a trailing slash. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** The format of dates and times for users who chose none, and on pages without a user. */
  locale: Locale;
  /** The number of files of each log and their maximum size in bytes. */
  logLimits: { files: number; bytes: number };
  databaseUrl: string | null;
  /** A streaming replica that reports, exports and searches read from; null: they read from the database. */
  readDatabaseUrl: string | null;
  /** The tracking service's own database; null: on the same server as the dashboard's. */
  trackingDatabaseUrl: string | null;
  /** Base URL of the interface, ends in /v2; null: the embedded service. */
  trackingApiUrl: string | null;
  trackingApiKey: string | null;
  /** The requests per minute the service allows, by bucket (interface.md, Limits); null if it sets no limit. */
  requestLimits: Record<"default" | "create" | "infer" | "refresh", number | null>;
  /** Minutes from the end of one reconciliation to the next. */
  reconcileMinutes: number;
  /** The number of days that deliveries are stored unchanged, with their ids. */
  webhookArchiveDays: number;
  trackingServicePort: number;
  /** Whether the upstream is the service that `npm run up` starts. */
  trackingServiceEmbedded: boolean;
  /** Null: the secret of the webhook that the dashboard registers itself is used. */
  webhookSecret: string | null;
  nextauthSecret: string | null;
  /** The key that encrypts secrets in the database; null: nextauthSecret. */
  secretsKey: string | null;
  /** The previous key: used for decryption until everything was re-encrypted. */
  oldSecretsKey: string | null;
  /** The company's single sign-on; null without one. */
  singleSignOn: SingleSignOn | null;
  /** How many hours a replaced webhook secret is still accepted. */
  webhookOverlapHours: number;
  /** The peers whose forwarded header is trusted; null: not set, see `lib/auth/throttling/client-address.ts`. */
  trustedProxies: readonly AddressBlock[] | null;
  /** The header in which a trusted proxy sends the client's address; null: X-Forwarded-For. */
  trustedProxyHeader: string | null;
  adminEmail: string;
  adminPassword: string | null;
  /**
   * The passphrase that encrypts the keys in a backup; null: requested on a terminal, otherwise the keys are omitted.
   */
  backupPassphrase: string | null;
  seedContainers: number;
  simPaused: boolean;
  /** Whether a first start with the simulated account gets sample work of a team. */
  seedSamples: boolean;
  /** Whether webhooks may point to private networks. */
  webhookPrivateAddresses: boolean;
  /** The maximum heap of V8 for objects that outlive a request, in MB, for each program. */
  dashboardHeapMb: number;
  workerHeapMb: number;
  trackingServiceHeapMb: number;
  metrics: MetricsSettings;
  /** The base URL of the OpenTelemetry collector that receives traces; null: no traces. */
  otlpEndpoint: string | null;
}

/** Where metrics are served. */
export type MetricsSettings = {
  host: string;
  /** The port of the dashboard's metrics; null: none of its own. */
  dashboardPort: number | null;
  workerPort: number | null;
  /** With a token every request for metrics needs it. Without a port of their own the dashboard then serves them on PORT. */
  token: string | null;
};

/** An OpenID provider whose groups determine the users' roles. */
export type SingleSignOn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  groupsClaim: string;
  /** The role that each listed group gives its members. */
  roles: ReadonlyMap<string, Role>;
};

/** Settings of a running dashboard or worker, with every required value set. */
export interface Config extends Settings {
  databaseUrl: string;
  trackingApiUrl: string;
  trackingApiKey: string;
  nextauthSecret: string;
}

/** Reads the settings from an environment; an empty text counts as unset. Throws ConfigError with all problems. */
export function readSettings(environment: Environment): Settings {
  const set = readVariables(environment);
  const problems: string[] = [];
  if (set.TRACKING_API_URL !== undefined && set.TRACKING_API_KEY === undefined)
    problems.push("TRACKING_API_KEY: expected the key of the service at TRACKING_API_URL, it is not set");
  if (
    set.TRACKING_API_URL !== undefined &&
    isUnprotected(set.TRACKING_API_URL) &&
    !set.TRACKING_SERVICE_EMBEDDED
  )
    problems.push(
      "TRACKING_API_URL: expected https, because its host is another machine. Plain http is accepted only for our own tracking service in a private network, with TRACKING_SERVICE_EMBEDDED=true",
    );
  if (set.TRACKING_API_URL === undefined && set.PORT === set.TRACKING_SERVICE_PORT)
    problems.push(`TRACKING_SERVICE_PORT: expected another port than PORT, both are ${set.PORT}`);
  if (!isLoopbackHost(set.METRICS_HOST) && set.METRICS_TOKEN === undefined)
    problems.push("METRICS_TOKEN: expected a value because METRICS_HOST is not this machine, it is not set");
  problems.push(...samePorts(set));
  const sso = readSingleSignOn(set);
  if (sso.missing.length > 0)
    problems.push(
      ...sso.missing.map((name) => `${name}: expected a value because single sign-on is set, it is not set`),
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL ?? addressOf(set.HOST, set.PORT),
    dataDir: set.DATA_DIR,
    locale: set.DRAYBOARD_LOCALE,
    logLimits: { files: set.LOG_FILES, bytes: set.LOG_FILE_MB * 1024 * 1024 },
    databaseUrl: set.DATABASE_URL ?? null,
    readDatabaseUrl: set.READ_DATABASE_URL ?? null,
    trackingDatabaseUrl: set.TRACKING_DATABASE_URL ?? null,
    trackingApiUrl: set.TRACKING_API_URL ?? null,
    trackingApiKey: set.TRACKING_API_KEY ?? null,
    requestLimits: limitsFrom(set.TRACKING_REQUESTS_PER_MINUTE.perMinute),
    reconcileMinutes: set.RECONCILE_MINUTES,
    webhookArchiveDays: set.WEBHOOK_ARCHIVE_DAYS,
    trackingServicePort: set.TRACKING_SERVICE_PORT,
    trackingServiceEmbedded: set.TRACKING_SERVICE_EMBEDDED ?? set.TRACKING_API_URL === undefined,
    webhookSecret: set.WEBHOOK_SECRET ?? null,
    nextauthSecret: set.NEXTAUTH_SECRET ?? null,
    secretsKey: set.SECRETS_KEY ?? null,
    oldSecretsKey: set.OLD_SECRETS_KEY ?? null,
    singleSignOn: sso.singleSignOn,
    webhookOverlapHours: set.WEBHOOK_OVERLAP_HOURS,
    trustedProxies: set.TRUSTED_PROXIES ?? null,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER ?? null,
    adminEmail: set.DRAYBOARD_ADMIN_EMAIL,
    adminPassword: set.DRAYBOARD_ADMIN_PASSWORD ?? null,
    backupPassphrase: set.BACKUP_PASSPHRASE ?? null,
    seedContainers: set.SEED_CONTAINERS,
    simPaused: set.SIM_PAUSED,
    seedSamples: set.SEED_SAMPLES,
    webhookPrivateAddresses: set.WEBHOOK_PRIVATE_ADDRESSES,
    dashboardHeapMb: set.DASHBOARD_HEAP_MB,
    workerHeapMb: set.WORKER_HEAP_MB,
    trackingServiceHeapMb: set.TRACKING_SERVICE_HEAP_MB,
    metrics: {
      host: set.METRICS_HOST,
      dashboardPort: set.METRICS_PORT ?? null,
      workerPort: set.WORKER_METRICS_PORT ?? null,
      token: set.METRICS_TOKEN ?? null,
    },
    otlpEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

/** Whether requests with the key would cross a network without encryption. */
function isUnprotected(address: string): boolean {
  const url = new URL(address);
  return url.protocol === "http:" && !isLoopbackHost(url.hostname);
}

/** A problem for each port of the metrics that another program uses too. */
function samePorts(set: Variables): string[] {
  const used = new Set([
    set.PORT,
    ...(set.TRACKING_API_URL === undefined ? [set.TRACKING_SERVICE_PORT] : []),
  ]);
  return (["METRICS_PORT", "WORKER_METRICS_PORT"] as const).flatMap((name) => {
    const port = set[name];
    if (port === undefined || !used.has(port)) {
      if (port !== undefined) used.add(port);
      return [];
    }
    return `${name}: expected a port that no other setting uses, got ${port}`;
  });
}

/** The complete single sign-on or null; `missing` lists the missing variables. */
function readSingleSignOn(set: Variables): { singleSignOn: SingleSignOn | null; missing: string[] } {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: roles,
  } = set;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || roles === undefined) {
    const requested = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES"] as const;
    const missing = requested.filter((name) => set[name] === undefined);
    return { singleSignOn: null, missing: missing.length === requested.length ? [] : missing };
  }
  const { OIDC_SCOPE: scope, OIDC_GROUPS_CLAIM: groupsClaim } = set;
  return { singleSignOn: { issuer, clientId, clientSecret, scope, groupsClaim, roles }, missing: [] };
}

/** The service's buckets relative to its default bucket (interface.md, Limits). */
function limitsFrom(perMinute: number | null): Settings["requestLimits"] {
  if (perMinute === null) return { default: null, create: null, infer: null, refresh: null };
  return {
    default: perMinute,
    create: perMinute,
    infer: perMinute * 2,
    refresh: Math.max(1, Math.floor(perMinute / 10)),
  };
}

/** Reads the settings of a process that `npm run up` or an operator started with every value set. */
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
      ([name]) => `${name}: expected a value, it is not set ("npm run up" sets it for processes it starts)`,
    ),
  );
}

let stored: Config | null = null;

/** The settings of this process, read once: the environment, then `.env`. Throws ConfigError. */
export function config(): Config {
  if (stored === null) {
    loadEnvFile();
    stored = readConfig(process.env);
    hideInLog(...secretValues(process.env));
  }
  return stored;
}

/**
 * The key material for secrets in the database: the first key encrypts, all keys decrypt. SECRETS_KEY can thus be set
 * later, and changed while OLD_SECRETS_KEY contains the previous one. Throws ConfigError if there is none.
 */
export function readSecretsMaterial(environment: Environment): [string, ...string[]] {
  const { secretsKey, nextauthSecret, oldSecretsKey } = readSettings(environment);
  const [first, ...others] = [secretsKey, nextauthSecret].filter((text) => text !== null);
  if (first === undefined)
    throw new ConfigError(["SECRETS_KEY: expected a value, neither it nor NEXTAUTH_SECRET is set"]);
  return [first, ...others, ...(oldSecretsKey === null ? [] : [oldSecretsKey])];
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

/** Adds the variables in `.env` to the environment; variables already set remain. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** The address that a browser on this machine can open. A wildcard address is replaced. */
export function addressOf(host: string, port: number): string {
  const named = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
}
