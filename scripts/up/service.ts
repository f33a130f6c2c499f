import { spawn } from "node:child_process";
import type { Settings } from "@/lib/platform/config/config";
import type { Child, Children, Program } from "./child";
import { serviceEnvironment, type Upstream } from "./environment";
import { waitUntilHealthy } from "./health";
import { httpProbe, type LivenessProbe } from "./liveness";
import { type Secrets, saveSecrets } from "./secrets";
import { StartError } from "./start-error";
import { trackingProgram } from "./tracking-program";

const ACCOUNT = "dashboard";

export interface StartedService {
  upstream: Upstream;
  program: Program;
  child: Child;
  probe: LivenessProbe;
}

/**
 * Starts the embedded tracking service, waits until it is ready, and checks that it accepts the stored key.
 * @param args the node arguments of the service, to which its commands are appended
 */
export async function startService(
  children: Children,
  settings: Settings,
  secrets: Secrets,
  trackingUrl: string,
  args: string[] = trackingProgram(settings.trackingServiceHeapMb),
): Promise<StartedService> {
  const env = serviceEnvironment(settings, trackingUrl);
  const program = { name: "tracking-service", args: [...args, "serve"], env };
  const url = `http://127.0.0.1:${settings.trackingServicePort}/v2`;
  const key = secrets.trackingApiKey ?? (await createKey(env, args));
  if (secrets.trackingApiKey === undefined)
    await saveSecrets(settings.dataDir, { ...secrets, trackingApiKey: key });

  const child = children.start(program);
  let status = 0;
  const check = async () => {
    status = await statusOf(url, key);
    return status === 200 || status === 401;
  };
  // Seeding takes place before the service is ready: at least 200 containers per second.
  const timeoutMs = 60_000 + settings.seedContainers * 20;
  await waitUntilHealthy({ name: "tracking service", child, timeoutMs, check });
  const probe = httpProbe(new URL("/health/live", url).href, timeoutMs);
  if (status === 200) return { upstream: { url, key, embedded: true }, program, child, probe };

  const renewed = await createKey(env, args);
  await saveSecrets(settings.dataDir, { ...secrets, trackingApiKey: renewed });
  status = await statusOf(url, renewed);
  if (status !== 200)
    throw new StartError(
      `The tracking service answered ${status} to the key it has just made. Check that no other program uses port ${settings.trackingServicePort}, then see ${child.logFile}.`,
    );
  return { upstream: { url, key: renewed, embedded: true }, program, child, probe };
}

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/shipments?page[size]=1`, {
    headers: { Authorization: `Token ${key}` },
    signal: AbortSignal.timeout(5_000),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Creates a key of the dashboard's account in the service. It is shown once, on the command's standard output. */
async function createKey(env: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const command = spawn(
    process.execPath,
    [...args, "keys", "create", "--account", ACCOUNT, "--label", "dashboard"],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  const end = () => command.kill("SIGKILL");
  process.once("exit", end);
  let key = "";
  let complaint = "";
  command.stdout.on("data", (chunk) => {
    key += chunk;
  });
  command.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve) => {
    command.once("error", (error) => resolve(error.message));
    command.once("close", resolve);
  });
  process.off("exit", end);
  if (code === 0 && /^[\x21-\x7e]+$/.test(key.trim())) return key.trim();
  throw new StartError(`The tracking service could not make a key (${code}):\n${complaint.trim()}`);
}
