import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A clone without packages, whose npm installs nothing but tsx, by a link to ours. */
async function makeClone(): Promise<{ folder: string; npm: string }> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-bootstrap-"));
  folders.push(folder);
  await mkdir(join(folder, "scripts"));
  await copyFile("scripts/bootstrap.mjs", join(folder, "scripts", "bootstrap.mjs"));
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

it("prints nothing but the script's own output on stdout, also where packages are installed first", async () => {
  const { folder, npm } = await makeClone();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["scripts/bootstrap.mjs", "user"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_execpath: npm },
  });
  expect(stderr).toContain("Installing packages");
  expect({ status, stdout }).toEqual({ status: 0, stdout: '{"a":1}\n' });
});
