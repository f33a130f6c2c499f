import { connection } from "next/server";
import { RestoredBanner } from "@/components/shell/restored-banner";
import { promptDb } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { sharedReading } from "@/lib/platform/single-flight";

// Asked for with every page: however many are opened, the database is asked every five seconds.
const restored = sharedReading(5_000, () => findRestored(promptDb()).catch(() => null));

/** The line over every page of a restored installation nobody has taken over; nothing otherwise. */
export async function RestoredNotice() {
  await connection();
  const found = await restored.current();
  return found && <RestoredBanner backupAt={found.backupAt} />;
}
