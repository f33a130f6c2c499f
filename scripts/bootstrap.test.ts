import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { chooseNode, verifyTarball, withNodeFirst } from "./pinned-node.mjs";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A clone without packages. Its npm installs only tsx, as a link to the project's own. */
async function makeClone(): Promise<{ folder: string; npm: string }> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-bootstrap-"));
  folders.push(folder);
  await mkdir(join(folder, "scripts"));
  for (const name of ["bootstrap.mjs", "pinned-node.mjs"])
    await copyFile(join("scripts", name), join(folder, "scripts", name));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies: {} }));
  await writeFile(join(folder, "scripts", "user.ts"), "console.log(JSON.stringify({ a: 1 }));\n");
  const npm = join(folder, "npm.js");
  const link = `symlinkSync(${JSON.stringify(resolve("node_modules", "tsx"))}, "node_modules/tsx", "dir")`;
  await writeFile(
    npm,
    `import { mkdirSync, symlinkSync } from "node:fs"; mkdirSync("node_modules"); ${link};`,
  );
  return { folder, npm };
}

it("prints only the script's own output on stdout, even if packages are installed first", async () => {
  const { folder, npm } = await makeClone();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["scripts/bootstrap.mjs", "user"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_execpath: npm },
  });
  expect(stderr).toContain("Installing packages");
  expect({ status, stdout }).toEqual({ status: 0, stdout: '{"a":1}\n' });
});

describe("the Node that everything runs on", () => {
  it.each([
    ["18.20.4", "linux-x64", "refused"],
    ["20.18.9", "linux-x64", "refused"],
    ["20.19.0", "linux-x64", "pinned"],
    ["20.20.2", "linux-arm64", "pinned"],
    ["22.17.1", "win32-x64", "pinned"],
    ["22.17.1", "darwin-arm64", "refused"],
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
    const folder = await mkdtemp(join(tmpdir(), "drayboard-tarball-"));
    folders.push(folder);
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
    const folder = await mkdtemp(join(tmpdir(), "drayboard-instead-"));
    folders.push(folder);
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
