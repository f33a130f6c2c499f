import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Run } from "@/scripts/test/run";
import type { Runner } from "./programs";

const run = promisify(execFile);
const LOG_BYTES = 64 * 1_048_576;

/** Debian's packages with which an image is built and run, by the program that shows that they are installed. */
const PACKAGES = { debootstrap: "debootstrap", buildah: "buildah", podman: "podman", runc: "runc" };

/** What images without documents leave out, and what the installation of Debian left. */
const NOT_IN_BASE = [
  ...["usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man"],
  ...["var/cache/apt", "var/lib/apt/lists", "var/log"],
];

/** How podman runs a container on this machine: options before and after `run`. */
export type RunOptions = { engine: string[]; container: string[] };

/** Limits that hosts accept which themselves run in a container. */
const LIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"];
const RUN_OPTIONS: readonly RunOptions[] = [
  { engine: [], container: [] },
  { engine: [], container: LIMITS },
  { engine: ["--runtime", "runc"], container: LIMITS },
  { engine: ["--runtime", "crun"], container: [...LIMITS, "--cgroups=disabled"] },
];
/** As in deploy/compose.yaml, and on the network of this machine. */
const CONFINED = [
  ...["--rm", "--network", "host", "--read-only", "--tmpfs", "/tmp:size=64m"],
  ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
];

const isInstalled = (program: string) =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );

async function missingPackages(): Promise<string[]> {
  const names: string[] = [];
  for (const [program, name] of Object.entries(PACKAGES)) if (!(await isInstalled(program))) names.push(name);
  return names;
}

/** Installs Debian's packages as root if some are missing. Throws with the names of those that are missing then. */
export async function ensureContainerTools(execute: Run): Promise<void> {
  const wanted = await missingPackages();
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await execute("apt-get", ["update", "-qq"], env);
    await execute("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...wanted], env);
  }
  const missing = await missingPackages();
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(", ")}`);
}

/** The name of this machine's release of Debian. */
async function codename(): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8");
  const name = /^VERSION_CODENAME="?(\w+)"?$/m.exec(release)?.[1];
  if (!/^ID="?debian"?$/m.test(release) || name === undefined) throw new Error("this machine has no Debian");
  return name;
}

/**
 * Creates a base image with this machine's release of Debian and the Node that runs this program: the C library is the one with which the
 * folder was assembled. `work` is a folder for temporary files. Needs root.
 */
export async function createBase(image: string, work: string): Promise<void> {
  const [root, archive] = [join(work, "base"), join(work, "base.tar")];
  await mkdir(root);
  await run("debootstrap", ["--variant=minbase", await codename(), root], { maxBuffer: LOG_BYTES });
  for (const path of NOT_IN_BASE) await rm(join(root, path), { recursive: true, force: true });
  await cp(process.execPath, join(root, "usr", "local", "bin", "node"), { dereference: true });
  await run("tar", ["--directory", root, "--create", "--file", archive, "."]);
  await run("podman", ["import", "--quiet", archive, image]);
  await Promise.all([root, archive].map((path) => rm(path, { recursive: true, force: true })));
}

/** Finds the options with which podman runs an image here. Throws with the last line of each attempt when none does. */
export async function findRunOptions(image: string): Promise<RunOptions> {
  const problems: string[] = [];
  for (const options of RUN_OPTIONS) {
    const { engine, container } = options;
    const args = [...engine, "run", ...CONFINED, ...container, image, "node", "--version"];
    const problem = await run("podman", args, { timeout: 60_000 }).then(
      () => null,
      (error: { stderr?: string; message: string }) => (error.stderr || error.message).trim(),
    );
    if (problem === null) return options;
    problems.push(
      `with ${[...engine, ...container].join(" ") || "no options"}: ${problem.split("\n").at(-1)}`,
    );
  }
  throw new Error(problems.join("\n"));
}

/** The name of the container of a program: the words without its values. */
export const containerName = (image: string, program: readonly string[]): string =>
  [image.split("/").at(-1), ...program.filter((word) => /^[a-z][a-z-]*$/.test(word))].join("-");

/** Runs each program in a container of its own, as deploy/compose.yaml confines it. */
export const inContainer =
  (image: string, { engine, container }: RunOptions): Runner =>
  (program, env) => ({
    command: "podman",
    args: [
      // Without systemd, podman logs that it cannot repeat the health check. The test runs it itself.
      ...["--log-level", "fatal", ...engine],
      ...["run", ...CONFINED, ...container, "--name", containerName(image, program)],
      ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...[image, ...program],
    ],
  });

/** Builds the image from an assembled folder. Nothing is downloaded. */
export async function buildImage(image: string, folder: string, base: string): Promise<void> {
  await run(
    "buildah",
    [
      ...["build", "-f", "deploy/Dockerfile", "--target", "runtime", "--pull-never"],
      // Images of the OCI format have no health check.
      ...["--format", "docker", "--isolation", "chroot"],
      ...["--build-context", `assembled=${folder}`, "--build-arg", `NODE_IMAGE=${base}`],
      ...["-t", image, "."],
    ],
    { maxBuffer: LOG_BYTES },
  );
}

/** The size of an image in MB. */
export async function imageMegabytes(image: string): Promise<number> {
  const { stdout } = await run("podman", ["image", "inspect", image, "--format", "{{.Size}}"]);
  return Math.round(Number(stdout) / 1_048_576);
}

/** Prints the user and whether the root file system can be written. */
const PROBE =
  'try { fs.writeFileSync("/app/written", ""); console.log(process.getuid(), "written"); } catch (error) { console.log(process.getuid(), error.code); }';

/** Checks a running dashboard's container: no root, no writes to its file system, and the image's health check passes. */
export async function checkConfinement(image: string, { engine }: RunOptions): Promise<void> {
  const name = containerName(image, ["dashboard"]);
  const { stdout } = await run("podman", [...engine, "exec", name, "node", "-e", PROBE]);
  if (stdout.trim() !== "10001 EROFS") throw new Error(`the container is not confined: ${stdout.trim()}`);
  await run("podman", [...engine, "healthcheck", "run", name]);
}
