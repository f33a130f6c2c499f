import { removeUnusedHomes } from "@/lib/platform/postgres/left-homes";
import { type Finding, ok, warning } from "./finding";

const NAME = "Left data";

/**
 * Removes data of temporary installations that are gone, and names those that somebody may still need: an installation
 * may have been moved, or its disk may be absent. Data on which a server runs are left alone.
 */
export async function checkLeftHomes(now: Date, shared?: string): Promise<Finding[]> {
  const { removed, left } = await removeUnusedHomes(now, shared);
  return [
    ...removed.map(({ home, owner }) =>
      ok(NAME, `${home} was removed: ${owner}, whose data it held, is gone`),
    ),
    ...left.map(({ home, owner, isRunning }) =>
      warning(
        NAME,
        `${home} holds the data of ${owner}, which is gone${isRunning ? ", and a server runs on them" : ""}`,
        isRunning
          ? "It ends within a minute. If it does not, stop the PostgreSQL that works in that folder."
          : `If ${owner} was only moved or its disk is absent, put it back. Otherwise: rm -rf ${home}`,
      ),
    ),
  ];
}
