import { connection } from "next/server";
import { RestoredBanner } from "@/components/shell/restored-banner";
import { promptDb } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { sharedReading } from "@/lib/platform/single-flight";

// Read with every page, so the result is shared: the database is read at most every five seconds.
const restored = sharedReading(5_000, () => findRestored(promptDb()).catch(() => null));

/** The notice on every page of a restored installation until its take-over. Null otherwise. */
export async function RestoredNotice() {
  await connection();
  const found = await restored.current();
  return found && <RestoredBanner backupAt={found.backupAt} />;
}
