import { execFileSync, spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setUpHooks } from "./set-up-hooks";

let folder = "";
// Neither the settings of this user nor of a commit that runs this test.
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
  NODE_ENV: "test",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  CI: "",
};
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();
const hooksPath = () =>
  spawnSync("git", ["config", "core.hooksPath"], { cwd: folder, env }).stdout.toString().trim();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-hooks-"));
  git("init", "-q");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("setting up the hooks", () => {
  it("happens once, and says so", () => {
    expect(setUpHooks(folder, env)).toMatch(/^Commits are checked from now on/);
    expect(hooksPath()).toBe("scripts/hooks");
    expect(setUpHooks(folder, env)).toBeNull();
  });

  it("leaves the user's own folder of hooks", () => {
    git("config", "core.hooksPath", "mine");
    expect(setUpHooks(folder, env)).toBeNull();
    expect(hooksPath()).toBe("mine");
  });

  it("leaves a hook in git's own folder", async () => {
    await mkdir(join(folder, ".git", "hooks"), { recursive: true });
    await writeFile(join(folder, ".git", "hooks", "pre-push"), "");
    expect(setUpHooks(folder, env)).toBeNull();
    expect(hooksPath()).toBe("");
  });

  it("does not happen in CI or outside of a clone", async () => {
    expect(setUpHooks(folder, { ...env, CI: "true" })).toBeNull();
    await rm(join(folder, ".git"), { recursive: true });
    expect(setUpHooks(folder, env)).toBeNull();
  });
});

describe("a commit", () => {
  /** Runs the hook's check as git does, in the temporary clone. */
  function check(limitMs = 60_000) {
    const url = pathToFileURL(resolve("scripts/hooks/check-staged.ts")).href;
    const script = `const { checkStaged } = await import("${url}"); process.exit(await checkStaged(${limitMs}));`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", script],
      { cwd: folder, encoding: "utf8", env: { ...env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") } },
    );
    return { status, stderr };
  }

  beforeEach(async () => {
    await symlink(resolve("node_modules"), join(folder, "node_modules"), "dir");
    await copyFile("biome.json", join(folder, "biome.json"));
    await writeFile(join(folder, ".gitignore"), "node_modules\n.cache\n*.tsbuildinfo\n");
    await writeFile(join(folder, "next-env.d.ts"), "export {};\n");
    const options = { strict: true, incremental: true, noEmit: true, types: [], module: "esnext" };
    await writeFile(join(folder, "tsconfig.json"), `${JSON.stringify({ compilerOptions: options })}\n`);
    await writeFile(join(folder, "size.ts"), "export const size = 1;\n");
    await writeFile(
      join(folder, "use.ts"),
      'import { size } from "./size";\n\nexport const twice: number = size * 2;\n',
    );
    git("add", "size.ts", "use.ts");
    git("-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "Start");
  });

  it("passes without output if format, lint and types are right", async () => {
    await writeFile(join(folder, "size.ts"), "export const size = 2;\n");
    git("add", "size.ts");
    expect(check()).toEqual({ status: 0, stderr: "" });
  });

  it("is refused for a type error in a file that is not staged", async () => {
    await writeFile(join(folder, "size.ts"), 'export const size = "two";\n');
    git("add", "size.ts");
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain("use.ts(3,");
  });

  it("is refused for the format of a staged file, not for that of another one", async () => {
    await writeFile(join(folder, "size.ts"), "export const size   = 2\n");
    await writeFile(join(folder, "new.ts"), "export const   other = 2\n");
    git("add", "new.ts");
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain("new.ts");
    expect(stderr).not.toContain("size.ts");
  });

  it("does not wait longer than the limit for types, and says so", async () => {
    await writeFile(join(folder, "size.ts"), 'export const size = "two";\n');
    git("add", "size.ts");
    const { status, stderr } = check(1);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Types: not checked in time\./);
    // The next commit waits for that TypeScript instead of starting another one next to it.
    const { status: next, stderr: problems } = check();
    expect(next).toBe(1);
    expect(problems).toContain("use.ts(3,");
  });
});
