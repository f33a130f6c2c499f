import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { logger } from "@/lib/platform/log";
import { sharedReading } from "@/lib/platform/single-flight";
import type { RequestStep } from "./request-steps";

const STATIC = "/_next/static/";
/** How long files are kept after the last dashboard that has them noted them. */
const KEPT_DAYS = 14;
const NOTED_EVERY_MS = 86_400_000;
const RETRIED_AFTER_MS = 60_000;
const START_WAITS_MS = 5_000;
/** Requests for unknown files read the names at most this often. */
const READ_EVERY_MS = 250;

/** The static files of one build: the folder, and their paths below it as in URLs. */
export interface BuildFiles {
  folder: string;
  paths: ReadonlySet<string>;
}

/** What a dashboard in development has. */
export const NO_BUILD_FILES: BuildFiles = { folder: "", paths: new Set() };

/** Lists the static files in a folder of a build. None, with a warning, if it cannot be read. */
export async function findBuildFiles(folder: string): Promise<BuildFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    logger("dashboard").warn({ err: error }, "the static files of this build were not found");
    return [];
  });
  const files = entries.filter((entry) => entry.isFile());
  return {
    folder,
    paths: new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))),
  };
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Stores the files of a build that the database does not have yet, and notes that the others are still served. Removes
 * those that no dashboard has noted for two weeks.
 */
export async function storeBuildFiles(executor: Executor, { folder, paths }: BuildFiles): Promise<void> {
  const own = [...paths].sort();
  // Locked in the order of their paths, because several dashboards of one build start together.
  const stored = await queryColumn(
    executor,
    z.string(),
    sql`
      with own as (
        select path from build_files where path = any(${sql.param(own)}::text[]) order by path for update
      )
      update build_files set seen_at = now() from own where build_files.path = own.path returning build_files.path`,
  );
  const known = new Set(stored);
  for (const path of own.filter((each) => !known.has(each))) {
    const content = await compress(await readFile(join(folder, path)));
    await executor.execute(
      sql`insert into build_files (path, content) values (${path}, ${content})
        on conflict (path) do update set seen_at = now()`,
    );
  }
  await executor.execute(
    sql`delete from build_files where seen_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}

/**
 * Stores the files of this process's build now, and notes once a day that it serves them. Without a database it tries
 * again each minute. Resolves when they are stored, at the latest after five seconds, so that it does not block the
 * start.
 */
export async function keepBuildFilesStored(executor: Executor, files: BuildFiles): Promise<void> {
  if (files.paths.size === 0) return;
  const store = async (): Promise<void> => {
    let next = NOTED_EVERY_MS;
    try {
      await storeBuildFiles(executor, files);
    } catch (error) {
      logger("dashboard").warn({ err: error }, "static files could not be stored for other builds");
      next = RETRIED_AFTER_MS;
    }
    setTimeout(() => void store(), next).unref();
  };
  await Promise.race([store(), pause(START_WAITS_MS, undefined, { ref: false })]);
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The worker of the live stream, which loads its scripts and connects. The same is in next.config.ts. */
const WORKER = /^chunks\/turbopack-worker-/;
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

function staticPath({ method, url = "" }: IncomingMessage): string | null {
  const [address = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || !address.startsWith(STATIC)) return null;
  try {
    return decodeURIComponent(address.slice(STATIC.length));
  } catch {
    return null;
  }
}

async function send(request: IncomingMessage, response: ServerResponse, path: string, content: Buffer) {
  const isCompressed = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = isCompressed ? content : await decompress(content);
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  response.writeHead(200, {
    "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
    "Content-Length": body.length,
    Vary: "Accept-Encoding",
    // The name of a file has the hash of its content or of its build.
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": `${WORKER.test(path) ? WORKER_POLICY : "default-src 'none'"}; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * The step that sends static files of other builds from the database: while dashboards of two versions run behind one
 * address, a page of one requests its scripts and styles from the other. Files of this build, and those that no build has
 * stored, are left to Next.
 */
export function sendFilesOfOtherBuilds(database: () => Executor, own: BuildFiles): RequestStep {
  let known: ReadonlySet<string> = new Set();
  const names = sharedReading(0, async (): Promise<ReadonlySet<string>> => {
    await pause(READ_EVERY_MS);
    try {
      return new Set(await queryColumn(database(), z.string(), sql`select path from build_files`));
    } catch (error) {
      // Logged once for all requests that wait for it.
      logger("dashboard").error({ err: error }, "the static files of other builds could not be read");
      return known;
    }
  });

  async function sendOther(request: IncomingMessage, response: ServerResponse, path: string) {
    try {
      if (!known.has(path)) known = await names.reload();
      if (!known.has(path)) return false;
      const [content] = await queryColumn(
        database(),
        z.instanceof(Buffer),
        sql`select content from build_files where path = ${path}`,
      );
      if (content === undefined) return false;
      await send(request, response, path, content);
      return true;
    } catch (error) {
      logger("dashboard").error({ err: error, path }, "a static file of another build could not be read");
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  }

  return (request, response) => {
    const path = own.paths.size === 0 ? null : staticPath(request);
    return path === null || own.paths.has(path) ? false : sendOther(request, response, path);
  };
}
