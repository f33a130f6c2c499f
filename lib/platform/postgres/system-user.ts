import { spawnSync } from "node:child_process";
import { ClusterError } from "./cluster-error";

/** The system user PostgreSQL runs as when this process is root: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  name: string;
  uid: number;
  gid: number;
}

const NAME = "postgres";

/**
 * The account PostgreSQL must run as; null if it can run as the current user. For root it is the system user
 * `postgres`, created if missing. Throws ClusterError if root can neither find nor create it.
 */
export function serverAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const present = findAccount();
  if (present !== null) return present;
  const created = [
    ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
    ["adduser", "-S", "-D", "-H", NAME],
  ].some(([command = "", ...args]) => spawnSync(command, args, { stdio: "ignore" }).status === 0);
  const account = created ? findAccount() : null;
  if (account === null)
    throw new ClusterError(
      `PostgreSQL does not run as root and the user "${NAME}" could not be created. ` +
        "Create it (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.",
    );
  return account;
}

function findAccount(): ServerAccount | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const response = spawnSync("id", [flag, NAME], { encoding: "utf8" });
    return response.status === 0 ? Number.parseInt(response.stdout, 10) : Number.NaN;
  });
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return null;
  return { name: NAME, uid, gid };
}

/**
 * Whether the account can access these paths, including every parent folder. Checked by running a command as the
 * account, since mode bits do not include access lists and mount options. `write` also requires write access.
 */
export function canUse(account: ServerAccount | null, paths: string[], write = false): boolean {
  const tests = paths.map(
    (_, i) => `test -x "$${i + 1}" && test -r "$${i + 1}"${write ? ` && test -w "$${i + 1}"` : ""}`,
  );
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  const response = spawnSync("/bin/sh", ["-c", tests.join(" && "), "sh", ...paths], {
    cwd: "/",
    stdio: "ignore",
    ...identity,
  });
  if (response.error)
    throw new ClusterError(
      `PostgreSQL cannot be run as the user "${account?.name ?? "of this process"}" here (${response.error.message}). ` +
        "Start as an ordinary user, or set DATABASE_URL.",
    );
  return response.status === 0;
}
