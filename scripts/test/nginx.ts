import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import type { Run } from "./run";

const INSTALLED = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"];
const START_MS = 30_000;

/** The system's nginx, if there is one. */
export const installedNginx = (): string | undefined => INSTALLED.find((path) => existsSync(path));

/** Installs Debian's nginx if missing, as root. Elsewhere its tests are skipped. Exit code 0 unless apt fails. */
export async function ensureNginx(run: Run): Promise<number> {
  // With systemd, the package would start a server on all addresses.
  const starts = existsSync("/run/systemd/system");
  if (installedNginx() || starts || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return 0;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], env);
  return run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "nginx-light"], env);
}

/** As in docs/reverse-proxy.md, on loopback and with all files in one folder. */
function configuration(
  folder: string,
  port: number,
  { upstream, bind, host = "$http_host" }: Upstream,
): string {
  const servers = [upstream].flat().map((url) => `server ${new URL(url).host};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 512; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      upstream dashboards { ${servers.join(" ")} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://dashboards;
          proxy_bind ${bind};
          proxy_http_version 1.1;
          proxy_set_header Host ${host};
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_buffering off;
        }
      }
    }`;
}

/**
 * `upstream`: target URLs of requests in turn, without a path. `bind`: the loopback address from which nginx sends them.
 * `host`: the header Host that it sends in place of the client's.
 */
interface Upstream {
  upstream: string | readonly string[];
  bind: string;
  host?: string;
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function untilListening(child: ChildProcess, port: number, log: () => Promise<string>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx did not start: ${await log()}`);
    await pause(50);
  }
}

/** Starts nginx as a reverse proxy on a free port of 127.0.0.1. Throws if it is not installed or does not start. */
export async function startNginx(upstream: Upstream): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = installedNginx();
  if (!program) throw new Error("nginx is not installed");
  const folder = await mkdtemp(join(tmpdir(), "drayboard-nginx-"));
  const port = await findFreePort();
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, upstream));
  const errors = join(folder, "error.log");
  const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", errors], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(child, port, () => readFile(errors, "utf8").catch(() => "no log was written"));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}
