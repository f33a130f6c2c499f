import type { Settings } from "@/lib/platform/config/config";
import type { Secrets } from "./secrets";

/** Next's key of server actions. Their ids are hashes with it. */
export const ACTION_KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";
/** Variables that no child process needs. */
const OURS = ["DRAYBOARD_ADMIN_PASSWORD", "BACKUP_PASSPHRASE"];
/** Variables for dashboard and worker only. */
const DASHBOARD_ONLY = [
  "DATABASE_URL",
  "READ_DATABASE_URL",
  "NEXTAUTH_SECRET",
  "SECRETS_KEY",
  "OLD_SECRETS_KEY",
  "OIDC_CLIENT_SECRET",
  "WEBHOOK_SECRET",
  "TRACKING_API_KEY",
  "TRACKING_API_URL",
  "METRICS_TOKEN",
  ACTION_KEY,
];

function inherited(without: string[]): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(
    ([name]) => !without.includes(name) && !name.startsWith("npm_"),
  );
  return { ...Object.fromEntries(remaining), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}

/** For `next build`: no secret may end up in its output. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return inherited([...OURS, ...DASHBOARD_ONLY]);
}

/** For the tracking service, which listens only on this machine. */
export function serviceEnvironment(settings: Settings, trackingUrl: string): NodeJS.ProcessEnv {
  return {
    ...inherited([...OURS, ...DASHBOARD_ONLY]),
    DATA_DIR: settings.dataDir,
    TRACKING_DATABASE_URL: trackingUrl,
    TRACKING_SERVICE_PORT: String(settings.trackingServicePort),
    HOST: "127.0.0.1",
    SEED_CONTAINERS: String(settings.seedContainers),
    SIM_PAUSED: String(settings.simPaused),
  };
}

export interface Upstream {
  url: string;
  key: string;
  embedded: boolean;
}

/** For dashboard and worker: every setting resolved. */
export function dashboardEnvironment(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
  upstream: Upstream,
): NodeJS.ProcessEnv {
  return {
    ...inherited([...OURS, "TRACKING_DATABASE_URL"]),
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    NEXTAUTH_URL: settings.publicUrl,
    NEXTAUTH_SECRET: settings.nextauthSecret ?? secrets.nextauthSecret,
    SECRETS_KEY: settings.secretsKey ?? secrets.secretsKey,
    OLD_SECRETS_KEY: settings.oldSecretsKey ?? secrets.oldSecretsKey,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    TRACKING_API_URL: upstream.url,
    TRACKING_API_KEY: upstream.key,
    TRACKING_SERVICE_EMBEDDED: String(upstream.embedded),
    TRACKING_SERVICE_PORT: String(settings.trackingServicePort),
  };
}
