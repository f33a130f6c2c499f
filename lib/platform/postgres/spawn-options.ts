import type { ServerAccount } from "./system-user";

/** How PostgreSQL's programs are spawned: as its own user, in a folder that user can enter, with a bare environment. */
export function childOptions(account: ServerAccount | null, cwd: string) {
  const { PATH = "/usr/bin:/bin", NODE_ENV } = process.env;
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd, env: { NODE_ENV, PATH, LC_ALL: "C", TZ: "UTC" } };
}
