import { readSettings } from "@/lib/platform/config/config";
import { KEEP_ALIVE_MS } from "@/scripts/up/node-options";
import { messageOf, StartError } from "@/scripts/up/start-error";
import { IMAGE_PROGRAMS } from "./image-programs";

/**
 * The first program of a container: becomes the requested one, with the heap of its setting. It is replaced, so that the
 * container's signals reach the program itself.
 */
function main([name = "dashboard", ...args]: string[]): void {
  const program = Object.hasOwn(IMAGE_PROGRAMS, name) ? IMAGE_PROGRAMS[name] : undefined;
  if (!program) throw new StartError(`Usage: ${Object.keys(IMAGE_PROGRAMS).join(" | ")} [arguments]`);
  if (!process.execve) throw new StartError(`Node ${process.version} is too old. The image needs Node 24.`);
  const { uses } = program;
  const settings = readSettings(
    uses ? Object.fromEntries(uses.map((setting) => [setting, process.env[setting]])) : process.env,
  );
  const missing = (program.needs ?? []).filter((setting) => !process.env[setting]);
  if (missing.length > 0) throw new StartError(`Set ${missing.join(", ")} for the program ${name}.`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: settings.host,
    PORT: String(settings.port),
    NEXTAUTH_URL: settings.publicUrl,
    KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
  };
  process.execve(process.execPath, [process.execPath, ...program.nodeArgs(settings), ...args], env);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
