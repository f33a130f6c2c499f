import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { exportAuditEntries } from "@/lib/auth/audit/export-entries";
import { counted } from "@/lib/platform/text/counted";
import { runOnDashboard } from "@/scripts/dashboard-command";
import { messageOf } from "@/scripts/up/start-error";

const USAGE = "Usage: npm run audit -- export --before YYYY-MM-DD FILE [--delete]";

function readArguments(): { file: string; before: Date; deletes: boolean } {
  const { values, positionals } = parseArgs({
    options: { before: { type: "string" }, delete: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [verb, file, ...rest] = positionals;
  const day = values.before ?? "";
  const before = new Date(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00Z` : Number.NaN);
  if (verb !== "export" || file === undefined || rest.length > 0 || Number.isNaN(before.getTime()))
    throw new Error(USAGE);
  return { file: resolve(file), before, deletes: values.delete };
}

/**
 * `npm run audit -- export --before DAY FILE [--delete]`: writes the audit entries before a day (UTC) to a file of gzipped lines of
 * JSON and reads it back. With `--delete` it deletes them after that.
 */
async function main(): Promise<void> {
  const { file, before, deletes } = readArguments();
  await runOnDashboard({ program: "npm run audit", unchanged: "Nothing was deleted." }, async (db) => {
    const { entries, checksum } = await exportAuditEntries(db, file, { before, deletes, now: new Date() });
    console.log(
      `${counted(entries, "entry", "entries")} ${deletes ? "exported, read back and deleted" : "exported and read back"}: ${file}\n` +
        `SHA-256 of the uncompressed lines: ${checksum}`,
    );
  });
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
