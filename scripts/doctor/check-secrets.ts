import { countUnreadSecondFactors } from "@/lib/auth/second-factor/totp";
import type { Settings } from "@/lib/platform/config/config";
import type { Database } from "@/lib/platform/database/client";
import { counted } from "@/lib/platform/text/counted";
import { countUnreadWebhookSecrets } from "@/lib/tracking-client/registered-webhook";
import { findSecrets, type Secrets } from "@/scripts/up/secrets";
import { messageOf } from "@/scripts/up/start-error";
import { type Finding, ok, problem, warning } from "./finding";

const NAME = "Secrets";

/**
 * Reads the stored secrets. Several processes of one database need the same secrets: a warning if neither a setting nor
 * DATA_DIR has them.
 */
export async function checkSecrets({
  dataDir,
  databaseUrl,
  nextauthSecret,
  secretsKey,
}: Settings): Promise<{ secrets: Secrets | null; findings: Finding[] }> {
  try {
    const secrets = await findSecrets(dataDir);
    if (databaseUrl === null || nextauthSecret !== null || secrets !== null) return { secrets, findings: [] };
    const unset = secretsKey === null ? "NEXTAUTH_SECRET and SECRETS_KEY are" : "NEXTAUTH_SECRET is";
    return {
      secrets,
      findings: [
        warning(
          NAME,
          `${unset} not set, and DATA_DIR has no secrets.json`,
          "Every process of the database at DATABASE_URL needs the same values. Run this command with the settings of the dashboard.",
        ),
      ],
    };
  } catch (error) {
    const [text = "", ...advice] = messageOf(error).split("\n");
    return { secrets: null, findings: [problem(NAME, text, advice.join(" ") || "Restore a backup.")] };
  }
}

/** The keys that decrypt secrets in the database, in the order in which a process tries them. */
export const keysInUse = (settings: Settings, stored: Secrets | null): string[] =>
  [
    settings.secretsKey ?? stored?.secretsKey,
    settings.nextauthSecret ?? stored?.nextauthSecret,
    settings.oldSecretsKey ?? stored?.oldSecretsKey,
  ].filter((key) => key !== undefined && key !== null);

/** Checks that these keys decrypt the secrets in the database: those of webhooks and of second factors. */
export async function checkEncryption(db: Database, keys: readonly string[]): Promise<Finding> {
  const webhooks = await countUnreadWebhookSecrets(db, keys);
  const secondFactors = await countUnreadSecondFactors(db, keys);
  if (webhooks + secondFactors === 0) return ok(NAME, "the keys decrypt what the database has");
  const unread = [
    webhooks > 0 && counted(webhooks, "webhook secret"),
    secondFactors > 0 && counted(secondFactors, "second factor"),
  ];
  return problem(
    NAME,
    `SECRETS_KEY, NEXTAUTH_SECRET and OLD_SECRETS_KEY do not decrypt ${unread.filter(Boolean).join(" and ")} of the database`,
    "Set them to the values of the processes that encrypted these, or name the key before in OLD_SECRETS_KEY. " +
      "Without that key: an admin removes the second factors (Settings → Users), and a worker gets a new webhook secret.",
  );
}
