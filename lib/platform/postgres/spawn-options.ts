import type { ServerAccount } from "./system-user";

/**
 * The spawn options of PostgreSQL's programs: its own user, a folder that user can access, and a minimal environment.
 */
export function childOptions(account: ServerAccount | null, cwd: string) {
  const { PATH = "/usr/bin:/bin", NODE_ENV } = process.env;
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd, env: { NODE_ENV, PATH, LC_ALL: "C", TZ: "UTC" } };
}
