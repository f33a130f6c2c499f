import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { type BuildFiles, findBuildFiles, sendFilesOfOtherBuilds, storeBuildFiles } from "./build-files";
import { runBeforeNext } from "./request-steps";

type Dashboard = Awaited<ReturnType<typeof openTestDashboard>>;

const SCRIPT = "export const version = 'newer';\n".repeat(50);
const FONT = createHash("sha512").update("a font").digest();

let folder = "";
let dashboard: Dashboard;
let older: BuildFiles;
let newer: BuildFiles;
let reads = 0;
/** Takes the place of Next: has the files of the older build only. */
const server = createServer((_request, response) => {
  response.statusCode = 404;
  response.end("Next");
});

async function writeBuild(name: string, files: Record<string, string | Buffer>): Promise<BuildFiles> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, name, path, ".."), { recursive: true });
    await writeFile(join(folder, name, path), content);
  }
  return findBuildFiles(join(folder, name));
}

beforeAll(async () => {
  dashboard = await openTestDashboard();
  folder = await mkdtemp(join(tmpdir(), "drayboard-build-files-"));
  older = await writeBuild("older", { "chunks/shared.js": "shared", "chunks/older.js": "older" });
  newer = await writeBuild("newer", {
    "chunks/shared.js": "shared",
    "chunks/[root]~newer.js": SCRIPT,
    "chunks/newer.css": "body { color: black }",
    "media/newer.woff2": FONT,
  });
  runBeforeNext(
    sendFilesOfOtherBuilds(() => {
      reads += 1;
      return dashboard.db;
    }, older),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
  await dashboard.close();
});
beforeEach(async () => {
  await dashboard.pool.query("delete from build_files");
  reads = 0;
});

function get(path: string, { method = "GET", headers = {} }: { method?: string; headers?: object } = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = sendRequest(
        {
          host: "127.0.0.1",
          port,
          method,
          path: `/_next/static/${path}`,
          headers: { ...headers },
          agent: false,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part) => parts.push(part));
          response.on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
          );
        },
      );
      sent.on("error", reject);
      sent.end();
    },
  );
}

const stored = async () =>
  (await dashboard.pool.query("select path from build_files order by path")).rows.map(({ path }) => path);

describe("files of another build", () => {
  it("are sent with their type and content, compressed where the browser takes it", async () => {
    await storeBuildFiles(dashboard.db, newer);
    const script = await get("chunks/%5Broot%5D~newer.js?dpl=1");
    expect(script).toMatchObject({
      status: 200,
      headers: {
        "content-type": "application/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      },
    });
    expect(script.headers["content-encoding"]).toBeUndefined();
    expect(script.body.toString()).toBe(SCRIPT);

    const compressed = await get("chunks/%5Broot%5D~newer.js", {
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(compressed.body).toString()).toBe(SCRIPT);
    expect(compressed.body.length).toBeLessThan(SCRIPT.length / 2);

    const font = await get("media/newer.woff2");
    expect(font).toMatchObject({ status: 200, headers: { "content-type": "font/woff2" }, body: FONT });
    const head = await get("chunks/newer.css", { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, headers: { "content-type": "text/css; charset=utf-8" } });
    expect(head.body.length).toBe(0);
  });

  it("that no build has stored, own files and other methods are left to Next", async () => {
    await storeBuildFiles(dashboard.db, newer);
    for (const path of ["chunks/nothing.js", "../../package.json", "chunks/%E0.js"])
      expect(await get(path), path).toMatchObject({ status: 404, body: Buffer.from("Next") });
    reads = 0;
    for (const path of ["chunks/older.js", "chunks/shared.js"])
      expect(await get(path), path).toMatchObject({ status: 404, body: Buffer.from("Next") });
    expect((await get("chunks/newer.css", { method: "POST" })).status).toBe(404);
    expect(reads).toBe(0);
  });

  it("cost few reads, however many unknown files are requested", async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, (_, n) => get(`chunks/${n}.js`)));
    expect(responses.every(({ status }) => status === 404)).toBe(true);
    expect(reads).toBeLessThan(10);
  });

  it("that are stored while they are requested are found", async () => {
    const requested = get("chunks/newer.css");
    await storeBuildFiles(dashboard.db, newer);
    expect((await requested).status).toBe(200);
  });

  it("are answered by Next while the database does not respond", async () => {
    const broken = await openTestDashboard();
    await broken.close();
    const step = sendFilesOfOtherBuilds(() => broken.db, older);
    const request = { method: "GET", url: "/_next/static/chunks/newer.css", headers: {} };
    expect(await step(request as never, { headersSent: false } as never)).toBe(false);
  });
});

describe("storing the files of a build", () => {
  it("stores each file once, also by several dashboards at the same time", async () => {
    await storeBuildFiles(dashboard.db, older);
    await Promise.all([1, 2, 3].map(() => storeBuildFiles(dashboard.db, newer)));
    expect(await stored()).toEqual([...new Set([...older.paths, ...newer.paths])].sort());
  });

  it("removes files two weeks after the last dashboard noted them, and keeps those still served", async () => {
    await storeBuildFiles(dashboard.db, older);
    await dashboard.pool.query("update build_files set seen_at = now() - interval '15 days'");
    await storeBuildFiles(dashboard.db, newer);
    expect(await stored()).toEqual([...newer.paths].sort());
  });

  it("has no files in a folder that does not exist", async () => {
    const files = await findBuildFiles(join(folder, "none"));
    expect(files.paths.size).toBe(0);
    const step = sendFilesOfOtherBuilds(() => vi.fn() as never, files);
    expect(step({ method: "GET", url: "/_next/static/a.js" } as never, {} as never)).toBe(false);
  });
});
