// Plain JavaScript: it runs before anything is installed. Usage: node scripts/bootstrap.mjs NAME|FILE.ts|PROGRAM [ARGS]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  chooseNode,
  ensurePinnedNode,
  FEW_RETRIES,
  npmCommand,
  PINNED,
  pinnedNode,
  platformName,
  runInstead,
  withNodeFirst,
} from "./pinned-node.mjs";

/** Scripts that run in this process, `scripts/NAME.ts`. */
const SCRIPTS = ["up", "dev", "test", "check", "user", "tracking-service", "backup", "restore", "pre-commit"];
/** Programs of packages, each by its file. */
const PROGRAMS = { vitest: "vitest/vitest.mjs", playwright: "@playwright/test/cli.js" };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".drayboard-installed");

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Continues on a Node that is new enough: on this one, or in a process of the pinned one, then it returns true. */
function moveToPinnedNode() {
  const version = process.versions.node;
  const platform = platformName();
  const choice = chooseNode(version, platform);
  if (choice === "refused")
    fail(`Node 22.18 or later is needed, this is ${version}. Get one from https://nodejs.org.`);
  if (choice === "present") {
    Object.assign(process.env, withNodeFirst(process.execPath));
    return false;
  }
  const { folder, program } = pinnedNode(platform);
  const action = existsSync(program) ? "running on" : "installing and running on";
  process.stderr.write(`Node ${version} is too old: ${action} Node ${PINNED} in ${folder}\n`);
  try {
    ensurePinnedNode(platform);
  } catch (error) {
    fail(`${error.message}\n\nNode ${PINNED} could not be installed. ${adviceOn(error.message)}`);
  }
  // The pinned Node comes without npm.
  const npm = npmCommand().at(-1);
  const env = { ...withNodeFirst(program), ...(npm.endsWith(".js") && { npm_execpath: npm }) };
  runInstead(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], env);
  return true;
}

/** Changes whenever an installation would have a different result. */
function fingerprint() {
  const { dependencies, devDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const lock = join(root, "package-lock.json");
  return createHash("sha256")
    .update(JSON.stringify({ dependencies, devDependencies, overrides, allowScripts }))
    .update(existsSync(lock) ? readFileSync(lock) : "")
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest("hex");
}

const ADVICE = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    "npm's registry could not be reached. Check the network (behind a proxy: npm config set proxy …) and run the " +
      "same command again; what was fetched is kept. Only installing needs the network.",
  ],
  [/ENOSPC/, "The disk is full. Free about 1 GB and run the same command again."],
  [/EACCES|EPERM/, "Files here belong to another user. Run as that user, or in a clone of your own."],
  [/E401|E403/, "npm's registry refused the request: check the login in your .npmrc."],
];

const adviceOn = (output) => ADVICE.find(([sign]) => sign.test(output))?.[1] ?? "npm's own words are above.";

/** Installs missing packages of package.json. Progress goes to stderr, because stdout belongs to the script. */
async function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const started = Date.now();
  process.stderr.write("Installing packages (the first time it takes about a minute) …");
  const args = [
    "install",
    "--no-save",
    "--include=dev",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  // The lock file lists only the parts built for Linux. With a lock file npm installs no others. The direct
  // dependencies still have exact versions in package.json.
  if (process.platform !== "linux") args.push("--no-package-lock");
  args.push(...FEW_RETRIES);
  const [command, ...first] = npmCommand();
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const heartbeat = setInterval(() => process.stderr.write("."), 5_000);
  const code = await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.once(signal, () => {
        child.kill("SIGTERM");
        setTimeout(() => process.exit(1), 3_000).unref();
      });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (status) => resolve(status));
  });
  clearInterval(heartbeat);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  if (code !== 0) {
    const shown = output.trim().split("\n").slice(0, 12).join("\n");
    fail(`${shown}\n\nInstalling packages failed (${code}). ${adviceOn(output)}`);
  }
  writeFileSync(stamp, wanted);
  process.stderr.write(` done (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

/** Runs a script, a file or a program once packages are there. */
async function start(name, rest) {
  if (name.endsWith(".ts"))
    return runInstead(process.execPath, ["--import", "tsx", name, ...rest], process.env);
  const program = Object.hasOwn(PROGRAMS, name) ? join(root, "node_modules", PROGRAMS[name]) : null;
  const file = program ?? join(root, "scripts", `${name}.ts`);
  process.argv.splice(1, process.argv.length - 1, file, ...rest);
  if (program === null) {
    const tsx = join(root, "node_modules", "tsx", "dist", "esm", "api", "index.mjs");
    (await import(pathToFileURL(tsx).href)).register();
  }
  await import(pathToFileURL(file).href);
}

const [name = "", ...rest] = process.argv.slice(2);
const isFile = /^[\w./-]+\.ts$/.test(name) && existsSync(join(root, name));
if (!SCRIPTS.includes(name) && !Object.hasOwn(PROGRAMS, name) && !isFile)
  fail(
    `Usage: node scripts/bootstrap.mjs ${[...SCRIPTS, ...Object.keys(PROGRAMS), "FILE.ts"].join("|")} [arguments]`,
  );
if (!moveToPinnedNode()) {
  process.chdir(root);
  // A commit does not wait for an installation.
  if (name !== "pre-commit") await install();
  await start(name, rest);
}
