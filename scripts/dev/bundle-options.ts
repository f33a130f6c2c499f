import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";

/** Bundled CommonJS packages still load others with `require` and read their own path. */
const OLDER_KIND = `import { createRequire as requireFrom } from "node:module";
const __filename = import.meta.filename, __dirname = import.meta.dirname;
const require = requireFrom(__filename);`;
/** A pattern, so that this file can be bundled itself. */
const OWN_URL = /\bimport\.meta\.url\b/g;

/**
 * Files that find related files by their own URL still work in the bundle. With `root` the bundle runs on other machines:
 * the related files are then at the same paths below `root`, the folder above that of the bundle.
 */
const ownAddresses = (root: string | null): Plugin => ({
  name: "own-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      const text = await readFile(path, "utf8");
      const address =
        root === null
          ? JSON.stringify(pathToFileURL(path).href)
          : `new URL(${JSON.stringify(`../${relative(process.cwd(), path)}`)}, import.meta.url).href`;
      return { contents: text.replaceAll(OWN_URL, address), loader: "ts" };
    });
  },
});

/**
 * esbuild's options for Node programs, each in one file `NAME.mjs` with its packages, except packages that start programs
 * of their own. A bundle starts in a third of a second, a TypeScript program in more than one.
 * @param entries the entry file of each program by the program's name
 * @param root where the bundles and the files that they find will be together; null: the files stay where they are
 */
export const bundleOptions = (folder: string, entries: Record<string, string>, root: string | null = null) =>
  ({
    entryPoints: entries,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    external: ["pg-native", "playwright", "esbuild", "typescript"],
    banner: { js: OLDER_KIND },
    plugins: [ownAddresses(root)],
    logLevel: "error",
  }) satisfies BuildOptions;
