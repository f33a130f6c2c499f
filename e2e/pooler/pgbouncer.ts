import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Undo } from "@/bench/harness/clean-up";
import { unpackPackages } from "@/e2e/system/debian-packages";
import { findFreePort } from "@/lib/platform/postgres/server-port";

const FOLDER = resolve(".cache", "pgbouncer");
const START_MS = 30_000;
/** Id of the user and group without rights on Linux: PgBouncer refuses to run as root. */
const UNPRIVILEGED = 65_534;

async function findProgram(): Promise<string> {
  const installed = "/usr/sbin/pgbouncer";
  if (existsSync(installed)) return installed;
  const unpacked = join(FOLDER, "usr", "sbin", "pgbouncer");
  if (!existsSync(unpacked)) await unpackPackages(FOLDER, "pgbouncer", "libevent-2.1-7", "libc-ares2");
  return unpacked;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The settings of docs/scaling.md, with a server on this machine. */
const configuration = (server: URL, port: number, folder: string): string => `
[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
admin_users = ${decodeURIComponent(server.username)}
pool_mode = session
default_pool_size = 60
max_client_conn = 200
logfile = ${folder}/pgbouncer.log
`;

/** One pool of PgBouncer: its database, and the connections to clients and to the server that are in use, and clients that wait. */
export type PoolState = { database: string; clients: number; servers: number; waiting: number };

/** A running PgBouncer. */
export type Pooler = { urlFor(database: string): string; pools(): Promise<PoolState[]> };

async function readPools(url: string): Promise<PoolState[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    const { rows } = await client.query("show pools");
    return rows
      .filter((row) => row.database !== "pgbouncer")
      .map((row) => ({
        database: String(row.database),
        clients: Number(row.cl_active),
        servers: Number(row.sv_active),
        waiting: Number(row.cl_waiting),
      }));
  } finally {
    await client.end();
  }
}

/** Starts PgBouncer in session mode in front of the server of this URL, on a free port of this machine. */
export async function startPgBouncer(serverUrl: string, onEnd: (undo: Undo) => void): Promise<Pooler> {
  const program = await findProgram();
  const folder = await mkdtemp(join(tmpdir(), "drayboard-pgbouncer-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const [server, port] = [new URL(serverUrl), await findFreePort()];
  const login = [server.username, server.password].map((text) => quoted(decodeURIComponent(text)));
  const files = { "users.txt": `${login.join(" ")}\n`, "pgbouncer.ini": configuration(server, port, folder) };
  const isRoot = process.getuid?.() === 0;
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (isRoot) await chown(join(folder, name), UNPRIVILEGED, UNPRIVILEGED);
  }
  if (isRoot) await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
  await chmod(folder, 0o700);
  const child = spawn(program, ["-q", join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      LD_LIBRARY_PATH: join(FOLDER, "usr", "lib", "x86_64-linux-gnu"),
    },
    ...(isRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
  });
  const ended = new Promise((done) => child.once("exit", done).once("error", done));
  onEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const urlFor = (database: string) => {
    const url = new URL(serverUrl);
    return Object.assign(url, { host: `127.0.0.1:${port}`, pathname: `/${database}` }).href;
  };
  const pools = () => readPools(urlFor("pgbouncer"));
  for (const until = Date.now() + START_MS; ; await pause(100))
    if (
      await pools().then(
        () => true,
        () => false,
      )
    )
      return { urlFor, pools };
    else if (child.exitCode !== null || Date.now() > until) throw new Error("PgBouncer did not start");
}
