import { loadEnvFile } from "@/lib/platform/config/config";
import { counted } from "@/lib/platform/text/counted";
import { examine } from "@/scripts/doctor/examine";
import { formatFinding } from "@/scripts/doctor/finding";

/**
 * `npm run doctor`: checks settings, data folder, database, migrations, clock, worker, webhook and tracking service.
 * Prints each with what to do. Exit code 1 if there is a problem, 2 for wrong arguments.
 */
async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error("Usage: npm run doctor");
    return 2;
  }
  loadEnvFile();
  const findings = await examine(process.env);
  for (const finding of findings) console.log(formatFinding(finding));
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  console.log(`\n${counted(count("problem"), "problem")}, ${counted(count("warning"), "warning")}`);
  return count("problem") > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
