import { join } from "node:path";
import { run } from "@/scripts/test/run";
import { buildEnvironment } from "@/scripts/up/environment";

/** Runs a Node program of a package below node_modules; its exit code. */
export const runPackage = (
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => run(process.execPath, [join("node_modules", ...path.split("/")), ...args], env);

async function types(): Promise<number> {
  // Routes' types and next-env.d.ts are generated, and absent in a clean clone.
  const generated = await runPackage("next/dist/bin/next", ["typegen"], buildEnvironment());
  return generated === 0 ? runPackage("typescript/bin/tsc", ["--noEmit", "-p", "."]) : generated;
}

/** What `npm run check` and `npm test` check of the source without running it, each with its exit code. */
export const STATIC_CHECKS: readonly { title: string; check: () => Promise<number> }[] = [
  {
    title: "Format and lint",
    check: () => runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]),
  },
  { title: "Types", check: types },
  {
    title: "Layout and words",
    check: () => run(process.execPath, ["--import", "tsx", "scripts/check-source.ts"], process.env),
  },
  { title: "Dead code", check: () => runPackage("knip/bin/knip.js", ["--no-progress"]) },
];
