import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { HELP_FILE } from "@/lib/features/help/read-help";
import { FONT_FILES } from "@/lib/features/work-orders/pdf/document-fonts";
import { PICTURE_SCRIPT } from "@/lib/platform/pictures/convert-picture";
import { bundleOptions } from "@/scripts/dev/bundle-options";
import { fingerprint } from "@/scripts/up/build";
import { buildEnvironment } from "@/scripts/up/environment";
import { StartError } from "@/scripts/up/start-error";
import { DOCS_FILES } from "@/tracking-service/endpoints/docs-page";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
/** The folder of the dashboard's build, here and in the image. */
const BUILD = join(".next", "image");
/** The programs of an image, each in one file `programs/NAME.mjs`. */
export const PROGRAMS = {
  start: "scripts/image/start.ts",
  prepare: "scripts/image/prepare.ts",
  health: "scripts/image/health.ts",
  worker: "worker.ts",
  "tracking-service": "tracking-service/main.ts",
  user: "scripts/user.ts",
  audit: "scripts/audit.ts",
};
/** Files that programs find by their own address. */
const MIGRATIONS = [
  join("lib", "platform", "database", "migrations"),
  join("tracking-service", "store", "migrations"),
];
/** Files that the dashboard reads by their path. */
export const READ_BY_PATH = [HELP_FILE, ...FONT_FILES];
const PDF_READER = join("tracking-service", "documents", "pdf-text");
/** Packages with machine code for the process that decodes pictures, and those that they need. */
const PICTURE_PACKAGES = ["sharp", "@img", "detect-libc", "semver"].map((name) => join("node_modules", name));

/** Next copies the settings of this folder into its output. They may be secret, and an image has none. */
async function removeSettings(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\.env(\.|$)/.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name))));
}

/** Builds the dashboard with only the files that it needs of its packages. */
async function buildDashboard(folder: string): Promise<void> {
  // Without the key of server actions: an image must not contain it. Next makes one for this build.
  const env = {
    ...buildEnvironment(),
    DRAYBOARD_BUILD: BUILD,
    DRAYBOARD_SOURCE: await fingerprint(),
    DRAYBOARD_STANDALONE: "1",
  };
  await promisify(execFile)(process.execPath, [NEXT, "build"], { env, maxBuffer: 64 * 1024 * 1024 });
  await cp(join(BUILD, "standalone"), folder, { recursive: true, verbatimSymlinks: true });
  await cp(join(BUILD, "static"), join(folder, BUILD, "static"), { recursive: true });
  await cp("public", join(folder, "public"), { recursive: true });
  for (const file of READ_BY_PATH) await cp(file, join(folder, file));
  for (const name of PICTURE_PACKAGES) await cp(name, join(folder, name), { recursive: true });
  await removeSettings(folder);
}

/** Writes the bundled programs and the files that they find by their own address. */
export async function bundlePrograms(folder: string): Promise<void> {
  const programs = join(folder, "programs");
  await build({ ...bundleOptions(programs, PROGRAMS, folder), splitting: true, external: EXTERNAL });
  const reader = { [PDF_READER]: `${PDF_READER}.mjs` };
  await build({ ...bundleOptions(folder, reader, folder), splitting: false });
  await cp(PICTURE_SCRIPT, join(folder, PICTURE_SCRIPT));
  for (const migrations of MIGRATIONS) await cp(migrations, join(folder, migrations), { recursive: true });
  const docs = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  for (const name of ["package.json", ...Object.keys(DOCS_FILES)])
    await cp(join(docs, name), join(folder, "node_modules", "swagger-ui-dist", name));
}

/** A package with machine code, which stays outside the bundles. */
const EXTERNAL = ["pg-native"];

/**
 * Writes what an image contains to a new or empty folder: the dashboard with the packages it needs, and the other
 * programs as bundles. Without PostgreSQL, tools of development and tests. Throws StartError when the folder has files.
 */
export async function assembleImage(folder: string): Promise<void> {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new StartError(`${folder} is not empty. Remove it, or name another folder.`);
  await mkdir(folder, { recursive: true });
  try {
    await buildDashboard(folder);
    await bundlePrograms(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(BUILD, { recursive: true, force: true });
  }
}
