import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { signalGroup } from "@/scripts/up/process-mark";
import { chooseNode, pinnedNode, platformName, verifyTarball, withNodeFirst } from "./pinned-node.mjs";

/** Where a link can stand for the pinned Node. */
const hasPinned = chooseNode("20.19.0", platformName()) === "pinned" && process.platform === "linux";
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-bootstrap-"));
  folders.push(folder);
  return folder;
}

/** A clone without packages. Its npm installs only tsx, as a link to the project's own, and packs an altered file. */
async function makeClone(script = "console.log(JSON.stringify({ a: 1 }));\n") {
  const folder = await makeFolder();
  await mkdir(join(folder, "scripts", "up"), { recursive: true });
  for (const name of ["bootstrap.mjs", "pinned-node.mjs", "up/signals.ts", "up/process-mark.ts"])
    await copyFile(join("scripts", name), join(folder, "scripts", name));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies: {} }));
  await writeFile(join(folder, "scripts", "user.ts"), script);
  const npm = join(folder, "npm.js");
  await writeFile(
    npm,
    `import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
     const [command, , , to] = process.argv.slice(2);
     appendFileSync(${JSON.stringify(join(folder, "npm.log"))}, command + "\\n");
     if (command === "pack") {
       writeFileSync(to + "/node.tgz", "altered");
     } else {
       mkdirSync("node_modules");
       symlinkSync(${JSON.stringify(resolve("node_modules", "tsx"))}, "node_modules/tsx", "dir");
     }`,
  );
  return { folder, env: { ...process.env, npm_execpath: npm, XDG_CACHE_HOME: join(folder, "cache") } };
}

/** Node's arguments to run the bootstrap as if on another version or platform. */
function bootstrapOn(version: string, platform: string = process.platform): string[] {
  const pretend = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    Object.defineProperty(process, "platform", { value: "${platform}" });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, "scripts/bootstrap.mjs", "user"];
}

/** Puts a link to the Node of this test where the pinned one is looked for; the folder of the link. */
async function installPinned(env: NodeJS.ProcessEnv): Promise<string> {
  const { program } = pinnedNode(platformName(), env);
  await mkdir(dirname(program), { recursive: true });
  await symlink(process.execPath, program);
  return dirname(program);
}

it("prints only the script's own output on stdout, even if packages are installed first", async () => {
  const { folder, env } = await makeClone();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["scripts/bootstrap.mjs", "user"], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  expect(stderr).toContain("Installing packages");
  expect({ status, stdout }).toEqual({ status: 0, stdout: '{"a":1}\n' });
});

it("runs every npm script through the bootstrap", async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile("package.json", "utf8")));
  const others = Object.values(scripts).filter(
    (script) => !/^(?:\w+=\d+ )?node scripts\/bootstrap\.mjs /.test(script),
  );
  expect(others).toEqual([]);
});

describe("an old Node", () => {
  it.each([
    ["18.20.4", process.platform],
    ["20.18.3", process.platform],
    ["20.19.0", "darwin"],
  ])("of %s on %s is refused in words, and nothing is installed", async (version, platform) => {
    const { folder, env } = await makeClone();
    const { status, stdout, stderr } = spawnSync(process.execPath, bootstrapOn(version, platform), {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    expect(stderr).toContain(`Node 22.18 or later is needed, this is ${version}.`);
    expect({ status, stdout, files: await readdir(folder) }).toEqual({
      status: 1,
      stdout: "",
      files: ["npm.js", "package.json", "scripts"],
    });
  });

  it.runIf(hasPinned)("refuses an altered download before anything of it is unpacked", async () => {
    const { folder, env } = await makeClone();
    const { status, stdout, stderr } = spawnSync(process.execPath, bootstrapOn("20.19.0"), {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    expect(stderr).toMatch(/^Node 20\.19\.0 is too old: installing and running on Node 24\S+ in /);
    expect(stderr).toContain("is damaged or altered");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(await readFile(join(folder, "npm.log"), "utf8")).toBe("pack\n");
    expect(await readdir(join(folder, "cache", "drayboard"))).toEqual([]);
  });

  it.runIf(hasPinned)("hands over to the pinned one, first on PATH, in one line on stderr", async () => {
    const { folder, env } = await makeClone(
      `console.log(process.env.PATH?.split(":").slice(0, 2).join(" "));
       process.exit(process.argv.length);`,
    );
    const bin = await installPinned(env);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...bootstrapOn("20.19.0"), "a", "--b"], {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    expect(stderr.split("\n")[0]).toMatch(/^Node 20\.19\.0 is too old: running on Node 24\S+ in \S+$/);
    // The folder of the link, preceded by the one that the link leads to.
    expect({ status, stdout }).toEqual({ status: 4, stdout: `${dirname(process.execPath)} ${bin}\n` });
  });

  it.runIf(hasPinned).each([
    ["npm", "user"],
    ["the bootstrap", undefined],
  ])("leaves no script behind when %s is killed", async (killed, lifecycle) => {
    const { folder, env } = await makeClone(
      `import { onStopRequest } from "./up/signals.ts";
       onStopRequest((reason) => { console.log(reason); process.exit(0); });
       console.log("up");
       setInterval(() => {}, 1000);`,
    );
    await installPinned(env);
    const quote = (text: string[]) => text.map((label) => `'${label.replaceAll("'", "'\\''")}'`).join(" ");
    const bootstrap = [process.execPath, ...bootstrapOn("20.19.0")];
    // npm runs a script through a shell, which outlives it.
    const shell = quote(["sh", "-c", `${quote(bootstrap)}; true`]);
    const [command = "", ...args] = lifecycle ? ["sh", "-c", `${shell}; true`] : bootstrap;
    const outermost = spawn(command, args, {
      cwd: folder,
      detached: true,
      env: { ...env, npm_lifecycle_event: lifecycle },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let reported = "";
    outermost.stdout.on("data", (part: Buffer) => {
      reported += part.toString();
    });
    try {
      await expect.poll(() => reported, { timeout: 60_000 }).toBe("up\n");
      outermost.kill("SIGKILL");
      await expect.poll(() => reported, { timeout: 60_000 }).toBe(`up\n${killed} is gone\n`);
    } finally {
      if (outermost.pid !== undefined) signalGroup(outermost.pid, "SIGKILL");
    }
  });
});

describe("the Node that everything runs on", () => {
  it.each([
    ["18.20.4", "linux-x64", "refused"],
    ["20.18.9", "linux-x64", "refused"],
    ["20.19.0", "linux-x64", "pinned"],
    ["20.20.2", "linux-arm64", "pinned"],
    ["22.17.1", "win32-x64", "pinned"],
    ["22.17.1", "darwin-arm64", "refused"],
    ["20.20.2", "linux-x64-musl", "refused"],
    ["22.18.0", "darwin-arm64", "present"],
    ["24.0.0", "linux-x64", "present"],
    ["26.10.0", "linux-x64", "present"],
  ] as const)("of %s on %s is: %s", (version, platform, choice) => {
    expect(chooseNode(version, platform)).toBe(choice);
  });

  it("is first on PATH for programs started by name", () => {
    expect(withNodeFirst("/cache/bin/node", { PATH: "/usr/bin" })).toEqual({ PATH: "/cache/bin:/usr/bin" });
  });

  it("is refused when its download has another sha512", async () => {
    const folder = await makeFolder();
    const file = join(folder, "node.tgz");
    await writeFile(file, "altered");
    const sha512 = createHash("sha512").update("original").digest("base64");
    expect(() => verifyTarball(file, sha512)).toThrow(/damaged or altered/);
    await writeFile(file, "original");
    expect(() => verifyTarball(file, sha512)).not.toThrow();
  });
});

describe("a program run in place of the bootstrap", () => {
  /** A script that runs another in its place, as the bootstrap does. */
  async function runInstead(code: string): Promise<ChildProcess> {
    const folder = await makeFolder();
    const script = join(folder, "instead.mjs");
    const module = pathToFileURL(resolve("scripts", "pinned-node.mjs")).href;
    await writeFile(
      script,
      `import { runInstead } from ${JSON.stringify(module)};
       runInstead(process.execPath, ["-e", ${JSON.stringify(code)}], process.env);`,
    );
    return spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  }

  it("passes its exit code on", async () => {
    const child = await runInstead("process.exit(7)");
    expect(await once(child, "exit")).toEqual([7, null]);
  });

  it("gets the signals, and its own end by a signal is passed on", async () => {
    const waits =
      "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')";
    const child = await runInstead(waits);
    if (child.stdout) await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([5, null]);
    const killed = await runInstead("process.kill(process.pid, 'SIGKILL')");
    expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
  });
});
