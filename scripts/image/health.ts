import { addressOf, readSettings } from "@/lib/platform/config/config";

const TIMEOUT_MS = 4_000;

/** `health [PATH]`: ends with code 0 when the dashboard of this container answers 200 at the path. */
async function main([path = "/api/health/live"]: string[]): Promise<void> {
  const { host, port } = readSettings(process.env);
  const response = await fetch(`${addressOf(host, port)}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
