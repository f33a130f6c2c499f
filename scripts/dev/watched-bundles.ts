import { type FSWatcher, watch } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type BuildContext, context } from "esbuild";
import { bundleOptions } from "./bundle-options";

/** A save is often several events. */
const SETTLED_MS = 25;
/** Other files of these folders are read while a program runs, or not at all. */
const SOURCE = /\.(?:ts|mjs|json)$/;

/** The result of bundling a program again. */
interface Rebuilt {
  program: string;
  changed: boolean;
  /** esbuild's message if the sources cannot be bundled. The previous bundle remains. */
  error: string | null;
}

export interface WatchedBundles {
  /** The file of a program's bundle. */
  fileOf(program: string): string;
  /**
   * Bundles a program again whenever one of its sources changes. `file` is the changed source. Returns a function that
   * ends this.
   */
  watch(report: (rebuilt: Rebuilt, file: string) => void): () => Promise<void>;
}

/** The bundle of one program. */
class Bundle {
  /** The sources of the last successful build, relative to the working folder. */
  sources: ReadonlySet<string> = new Set();
  private failed = false;
  private hash = "";

  private constructor(
    readonly program: string,
    readonly file: string,
    private readonly bundler: BuildContext<{ metafile: true; write: false }>,
  ) {}

  static async open(folder: string, program: string, entry: string): Promise<Bundle> {
    const options = { sourcemap: true, sourcesContent: false, logLevel: "silent" } as const;
    const bundler = await context({
      ...bundleOptions(folder, { [program]: entry }),
      ...options,
      metafile: true,
      write: false,
    });
    return new Bundle(program, resolve(folder, `${program}.mjs`), bundler);
  }

  /** Whether a change of this file may change the bundle. A file that does not belong to it may be missing in it. */
  dependsOn = (file: string) => this.failed || this.sources.has(file);

  close = () => this.bundler.dispose();

  async rebuild(): Promise<Rebuilt> {
    const { program } = this;
    try {
      const { outputFiles, metafile } = await this.bundler.rebuild();
      const inputs = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules"));
      this.sources = new Set(inputs);
      this.failed = false;
      const hash = outputFiles.find(({ path }) => path === this.file)?.hash ?? "";
      if (hash === this.hash) return { program, changed: false, error: null };
      for (const { path, contents } of outputFiles) await writeFile(path, contents);
      this.hash = hash;
      return { program, changed: true, error: null };
    } catch (error) {
      this.failed = true;
      return { program, changed: false, error: error instanceof Error ? error.message : String(error) };
    }
  }
}

/**
 * Bundles programs into a folder, each by its entry file. Only the folders of their sources are watched, and only the
 * programs that contain a changed file are bundled again. Throws if a program cannot be bundled.
 */
export async function openBundles(folder: string, entries: Record<string, string>): Promise<WatchedBundles> {
  await mkdir(folder, { recursive: true });
  const bundles = await Promise.all(
    Object.entries(entries).map(([program, entry]) => Bundle.open(folder, program, entry)),
  );
  for (const { program, error } of await Promise.all(bundles.map((bundle) => bundle.rebuild())))
    if (error !== null) throw new Error(`The program "${program}" cannot be bundled.\n${error}`);

  function watchSources(report: (rebuilt: Rebuilt, file: string) => void): () => Promise<void> {
    const watchers = new Map<string, FSWatcher>();
    const files = new Set<string>();
    let building = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const build = async () => {
      const changed = [...files];
      files.clear();
      await Promise.all(
        bundles.map(async (bundle) => {
          const file = changed.find(bundle.dependsOn);
          if (file !== undefined) report(await bundle.rebuild(), file);
        }),
      );
      watchFolders();
    };
    const note = (file: string) => {
      if (!SOURCE.test(file)) return;
      files.add(file);
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(build);
      }, SETTLED_MS);
    };
    const watchFolders = () => {
      const folders = new Set(
        bundles.flatMap(({ sources }) => [...sources].map((source) => dirname(source))),
      );
      for (const path of folders) {
        if (watchers.has(path)) continue;
        const watcher = watch(path, (_event, name) => note(join(path, name ?? "")));
        // The folder was removed.
        watcher.on("error", () => {
          watcher.close();
          watchers.delete(path);
        });
        watchers.set(path, watcher);
      }
    };
    watchFolders();
    return async () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await building;
      await Promise.all(bundles.map((bundle) => bundle.close()));
    };
  }

  return { fileOf: (program) => resolve(folder, `${program}.mjs`), watch: watchSources };
}
