import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const HOOKS = "scripts/hooks";

/**
 * Makes git run the hooks of this repository, in a clone where no hooks are set up: neither a folder in any of git's
 * settings, nor a hook in git's own folder. Does nothing in CI. Returns a line that says so, or null.
 */
export function setUpHooks(folder = ".", env: NodeJS.ProcessEnv = process.env): string | null {
  const git = (...args: string[]): string | null => {
    try {
      return execFileSync("git", args, {
        cwd: folder,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch {
      return null;
    }
  };
  if (env.CI || !existsSync(join(folder, ".git")) || git("config", "--get", "core.hooksPath") !== null)
    return null;
  const hooks = git("rev-parse", "--git-path", "hooks");
  if (hooks === null) return null;
  const path = resolve(folder, hooks);
  const own = existsSync(path) ? readdirSync(path).filter((name) => !name.endsWith(".sample")) : [];
  if (own.length > 0 || git("config", "core.hooksPath", HOOKS) === null) return null;
  return `Commits are checked from now on (${HOOKS}/pre-commit). Undo: git config core.hooksPath /dev/null`;
}
