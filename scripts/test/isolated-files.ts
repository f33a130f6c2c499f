import { globSync, readFileSync } from "node:fs";

/** Signs that a test file changes what all files of its process share: modules, environment, clock, globals. */
const CHANGES_SHARED_STATE = [
  /\bvi\.(?:do)?(?:mock|unmock|spyOn|stubEnv|stubGlobal|useFakeTimers|setSystemTime|resetModules)\b/i,
  /\bprocess\.(?:env|chdir|exitCode|on|once)\b/,
  /\bglobalThis\b/,
  // Closes the process's own database connections.
  /\bopenOwnDatabase\b/,
  // Adds steps to every HTTP server of the process.
  /\brunBeforeNext\b/,
  // Provides the tracer of the process.
  /\bstartTracing\b/,
];

const IGNORED = /^(?:node_modules|\.next|\.data|\.data-dev|\.cache)\//;

/**
 * The test files below `root` that need a process of their own, as paths from there. All others may run one after the
 * other in one process, where modules are loaded once.
 */
export function findIsolatedFiles(root: string): string[] {
  return globSync("**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: (path) => IGNORED.test(`${path}/`),
  }).filter((path) => {
    if (IGNORED.test(path)) return false;
    // The suite counts the operations that each of its files called.
    if (path.startsWith("tracking-service/conformance/")) return true;
    const source = readFileSync(`${root}/${path}`, "utf8");
    return CHANGES_SHARED_STATE.some((sign) => sign.test(source));
  });
}
