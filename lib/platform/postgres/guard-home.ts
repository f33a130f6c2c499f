import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { SHARED_HOME } from "./binaries";

/** Two looks in a row must miss the folder. */
const LOOK_EVERY_SECONDS = 15;

/**
 * Arguments: the server's process id, its data, their home, the cluster's folder, the seconds between two looks. Ends the
 * server when the folder's note does not name the home anymore, and removes the home if the folder was deleted. The
 * folder stays open, so that a deleted one is not taken for one that was moved. A signal goes to the process that works
 * in the data, never to a later one with the same id.
 */
const SCRIPT = `
exec 3<"$4" || exit
serves() { test "$(readlink "/proc/$1/cwd")" = "$2"; }
missed=0
while serves "$1" "$2"; do
  if grep -qF "\\"$3\\"" "$4/cluster.json"; then missed=0; else missed=$((missed + 1)); fi
  if test "$missed" -eq 2; then kill -INT "$1"; fi
  if test "$missed" -eq 4; then kill -QUIT "$1"; fi
  sleep "$5"
done
case "$(readlink "/proc/$$/fd/3")" in *" (deleted)") rm -rf "$3" ;; esac
`;

/**
 * Starts a small process that ends a server whose cluster's folder is gone, also after a kill of everything that was
 * started with it. Only for data outside the folder: a server whose data are gone ends by itself within a minute. Does
 * nothing on systems other than Linux.
 */
export function guardHome(
  server: { pid: number; home: string; data: string; folder: string },
  everySeconds: number = LOOK_EVERY_SECONDS,
): void {
  const { pid, home, data, folder } = server;
  if (process.platform !== "linux" || dirname(home) !== SHARED_HOME) return;
  const args = [String(pid), data, home, folder, String(everySeconds)];
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "drayboard-guard", ...args], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
  });
  // Without it, the next npm run doctor removes the home.
  guard.once("error", () => undefined);
  guard.unref();
}
