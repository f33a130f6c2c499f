import { parseArgs } from "node:util";
import { loadEnvFile, readSettings } from "@/lib/platform/config/config";
import { backUp } from "@/scripts/backup/backup";
import { runCommand } from "@/scripts/backup/command";

/** `npm run backup -- FILE`: an online backup of the whole installation in one file. */
await runCommand(
  "Usage: npm run backup -- FILE [--replace] [--without-secrets]",
  async (signal, usage, report) => {
    const { values, positionals } = parseArgs({
      options: {
        replace: { type: "boolean", default: false },
        "without-secrets": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw usage;
    loadEnvFile();
    const options = { replace: values.replace, withoutSecrets: values["without-secrets"], signal };
    await backUp(file, readSettings(process.env), options, report);
  },
);
