import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openChildren } from "@/bench/harness/children";
import { buildWhenNeeded } from "@/bench/harness/dashboard";
import { readSettings } from "@/lib/platform/config/config";
import { BUILD_FILES, BUILD_FOLDERS } from "@/scripts/up/build";
import { buildEnvironment } from "@/scripts/up/environment";
import { heapArgs } from "@/scripts/up/node-options";

const NEXT = resolve("node_modules", "next", "dist", "bin", "next");
const FOLDER = resolve(".cache", "bench-ingest");

/** Path of the handler that only reads the body, in the same build. No other build contains it. */
export const ONLY_READ_PATH = "/api/webhooks/only-read";
const ONLY_READ = `export async function POST(request: Request): Promise<Response> {
  await request.arrayBuffer();
  return new Response(null, { status: 202 });
}
`;

/** With the heap of an installation. The port is passed in PORT. */
const startArgs = (...folder: string[]) => [
  ...heapArgs(readSettings(process.env).dashboardHeapMb),
  NEXT,
  "start",
  ...folder,
  "-H",
  "127.0.0.1",
];

/**
 * Builds the dashboard from a copy of the sources with one additional route, the baseline for the delivery handler.
 * Returns the node arguments to start it.
 */
export async function buildWithFloor(logsDir: string): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  // The content of .next/cache speeds up the next build.
  for (const name of await readdir(FOLDER))
    if (name !== ".next") await rm(join(FOLDER, name), { recursive: true });
  const copied = [...BUILD_FOLDERS, ...BUILD_FILES];
  await Promise.all(copied.map((name) => cp(name, join(FOLDER, name), { recursive: true })));
  const route = join(FOLDER, "app", ONLY_READ_PATH);
  await mkdir(route, { recursive: true });
  await writeFile(join(route, "route.ts"), ONLY_READ);
  const children = openChildren(logsDir);
  const program = { name: "build", args: [NEXT, "build", FOLDER], env: buildEnvironment() };
  await children.run(program, "Building the dashboard");
  return startArgs(FOLDER);
}

/** The shared build, created when it is out of date. Returns the node arguments to start it, like `buildWithFloor`. */
export async function buildOnce(logsDir: string): Promise<string[]> {
  await buildWhenNeeded(openChildren(logsDir));
  return startArgs();
}
