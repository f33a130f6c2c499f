import { spawnSync } from "node:child_process";
import { chown, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries";
import { startFailure } from "./cluster-error";
import type { Placement } from "./data-placement";
import { childOptions } from "./spawn-options";
import type { ServerAccount } from "./system-user";

/** The first user of every embedded cluster, a superuser. */
export const CLUSTER_USER = "drayboard";

export interface Making {
  binaries: Binaries;
  account: ServerAccount | null;
  placement: Placement;
  logFile: string;
}

/**
 * Creates the data folder next to its final path and renames it, so that an interrupted start leaves no partial folder.
 */
export async function initialise({ binaries, account, placement, logFile }: Making): Promise<void> {
  const draft = join(placement.home, "data.new");
  const passwordFile = join(placement.home, "password");
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, placement.password, { mode: 0o600 });
  if (account !== null) await chown(passwordFile, account.uid, account.gid);
  const response = spawnSync(
    binaries.initdb,
    [
      ["--pgdata", draft],
      ["--username", CLUSTER_USER],
      ["--pwfile", passwordFile],
      ["--auth", "scram-sha-256"],
      ["--encoding", "UTF8"],
      ["--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      ["--no-instructions"],
    ].flat(),
    { ...childOptions(account, placement.home), encoding: "utf8" },
  );
  await unlink(passwordFile).catch(() => undefined);
  if (response.status !== 0)
    throw startFailure(
      `${response.stdout ?? ""}${response.stderr ?? response.error?.message}`,
      draft,
      logFile,
    );
  await rename(draft, join(placement.home, "data"));
}
