import { promptDb } from "@/lib/platform/database/client";
import { NewerSchemaError, requireKnownSchema } from "@/lib/platform/database/schema-version";
import { logger } from "@/lib/platform/log";

/**
 * Ends this process when a later version has migrated the database. A database that does not respond does not block the
 * start.
 */
export async function refuseNewerSchema(): Promise<void> {
  try {
    await requireKnownSchema(promptDb());
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) return;
    logger("dashboard").error({ message: error.message }, "not started");
    process.exit(1);
  }
}
