import { mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Undo } from "./clean-up";

const FOLDER = join(".cache", "bundles");

/** Bundled CommonJS packages still load others with `require` and read their own path. */
const OLDER_KIND = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Files that find related files by their own URL still work in the bundle. */
const ownAddresses: Plugin = {
  name: "own-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      const text = await readFile(path, "utf8");
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll("import.meta.url", address), loader: "ts" };
    });
  },
};

/**
 * Bundles a program with its packages once, so that frequent restarts cost little. Returns the file, which is removed
 * at the end.
 */
export async function bundle(entry: string, onEnd: (undo: Undo) => void): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = resolve(FOLDER, `${entry.replaceAll(/\W/g, "-")}-${process.pid}.mjs`);
  onEnd(() => rm(outfile, { force: true }));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    external: ["pg-native"],
    banner: { js: OLDER_KIND },
    plugins: [ownAddresses],
    logLevel: "error",
  });
  return outfile;
}
