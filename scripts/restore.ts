import { parseArgs } from "node:util";
import { loadEnvFile, readSettings } from "@/lib/platform/config/config";
import { runCommand } from "@/scripts/backup/command";
import { restore } from "@/scripts/backup/restore";

/**
 * `npm run restore -- FILE`: restores a backup into an empty DATA_DIR and verifies it. The installation starts paused.
 */
await runCommand("Usage: npm run restore -- FILE [--without-secrets]", async (signal, usage, report) => {
  const { values, positionals } = parseArgs({
    options: { "without-secrets": { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw usage;
  loadEnvFile();
  const options = { withoutSecrets: values["without-secrets"], signal };
  await restore(file, readSettings(process.env), options, report);
});
