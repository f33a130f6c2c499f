import { existsSync } from "node:fs";
import type { Surroundings } from "@/lib/features/webhooks/rules/callback-url";
import { ConfigError, readSettings, type Settings } from "@/lib/platform/config/config";
import { type Environment, secretValues } from "@/lib/platform/config/environment-variables";
import { startCluster } from "@/lib/platform/postgres/cluster";
import { clusterFolder, clusterOptions, DATABASES } from "@/scripts/up/databases";
import { findHolder, holdDataDir } from "@/scripts/up/run-record";
import type { Secrets } from "@/scripts/up/secrets";
import { messageOf } from "@/scripts/up/start-error";
import { checkDatabase, checkReplica, checkTrackingDatabase } from "./check-database";
import { checkFolder, findFileInPlace } from "./check-folder";
import { checkLeftHomes } from "./check-left-homes";
import { checkSecrets, keysInUse } from "./check-secrets";
import { checkService } from "./check-service";
import { type Finding, ok, problem, warning, withoutSecrets } from "./finding";

const COMMAND = "npm run doctor";

function checkSettings(environment: Environment): { settings: Settings | null; findings: Finding[] } {
  try {
    return { settings: readSettings(environment), findings: [ok("Settings", "valid")] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = "Correct it in .env or the environment. .env.example describes each setting.";
    return { settings: null, findings: error.problems.map((text) => problem("Settings", text, advice)) };
  }
}

/** Checks the database of the embedded PostgreSQL. Starts the server for the time of the check if it is stopped. */
async function checkEmbedded(
  settings: Settings,
  installation: Surroundings,
  keys: readonly string[],
): Promise<Finding[]> {
  if (!existsSync(clusterFolder(settings.dataDir)))
    return [warning("Database", "there is none yet", "Run npm run up: it creates everything.")];
  try {
    const hold = findHolder(settings.dataDir) === null ? await holdDataDir(settings.dataDir, COMMAND) : null;
    try {
      const cluster = await startCluster(clusterOptions(settings, () => undefined));
      try {
        return await checkDatabase(cluster.urlFor(DATABASES[0]), installation, keys);
      } finally {
        await cluster.stop();
      }
    } finally {
      hold?.release();
    }
  } catch (error) {
    return [
      problem("Database", `PostgreSQL cannot be started (${messageOf(error)})`, "See logs/postgres.log."),
    ];
  }
}

async function examineSettings(
  settings: Settings,
): Promise<{ findings: Finding[]; secrets: Secrets | null }> {
  const { dataDir, databaseUrl, trackingApiUrl, trackingApiKey, trackingServicePort } = settings;
  const file = await findFileInPlace(dataDir);
  if (file !== null) return { findings: [file], secrets: null };
  const { secrets, findings } = await checkSecrets(settings);
  const keys = keysInUse(settings, secrets);
  const isEmbedded = trackingApiUrl === null;
  const serviceUrl = trackingApiUrl ?? `http://127.0.0.1:${trackingServicePort}/v2`;
  const key = trackingApiKey ?? secrets?.trackingApiKey;
  const installation = { ...settings, trackingApiUrl: serviceUrl };
  const isRunning = findHolder(dataDir) !== null;
  findings.push(...(await checkFolder(dataDir)), ...(await checkLeftHomes(new Date())));
  findings.push(
    ...(databaseUrl === null
      ? await checkEmbedded(settings, installation, keys)
      : await checkDatabase(databaseUrl, installation, keys)),
  );
  if (settings.readDatabaseUrl !== null) findings.push(await checkReplica(settings.readDatabaseUrl));
  if (settings.trackingDatabaseUrl !== null)
    findings.push(await checkTrackingDatabase(settings.trackingDatabaseUrl));
  if (isEmbedded && !isRunning)
    findings.push(ok("Tracking service", "not checked: the one of Drayboard runs only with npm run up"));
  else if (key === undefined)
    findings.push(warning("Tracking service", "there is no key yet", "Run npm run up: it creates one."));
  else findings.push(await checkService(serviceUrl, key));
  return { findings, secrets };
}

/**
 * Examines an installation by its settings, whether or not it runs, and changes nothing of it. Removes data of temporary
 * installations that are gone. The findings contain no secrets.
 */
export async function examine(environment: Environment): Promise<Finding[]> {
  const { settings, findings } = checkSettings(environment);
  const examined = settings === null ? { findings: [], secrets: null } : await examineSettings(settings);
  const secrets = [...secretValues(environment), ...Object.values(examined.secrets ?? {})];
  return [...findings, ...examined.findings].map((finding) => ({
    ...finding,
    text: withoutSecrets(finding.text, secrets),
    advice: finding.advice === undefined ? undefined : withoutSecrets(finding.advice, secrets),
  }));
}
