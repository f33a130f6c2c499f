import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { collectionDocumentSchema } from "@/lib/contract/json-api";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { startTestService, until } from "@/tracking-service/testing/running-service";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A database connection proxy that can be cut and restored. */
async function startCable(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cut = false;
  const server = createServer((inner) => {
    if (cut) return inner.destroy();
    const outer = connect(Number(port), hostname);
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => other.destroy());
    }
    inner.pipe(outer).pipe(inner);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" && address ? address.port : 0);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.toString(),
    cut: () => {
      cut = true;
      drop();
    },
    mend: () => {
      cut = false;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}

afterEach(() => vi.restoreAllMocks());

describe("the rate limit (interface.md, Limits)", () => {
  it("rejects the request above the limit, and accepts a client that waits Retry-After", async () => {
    // The window is measured by this clock. The test advances it instead of waiting.
    const clock = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock() + ahead);
    const service = await startTestService({ seedContainers: 0, rateLimitPerMinute: 5 });
    for (let request = 0; request < 5; request += 1) {
      expect((await service.call("/parties")).status).toBe(200);
    }
    const refused = await service.call("/parties");
    expect(refused.status).toBe(429);
    expect(refused.error).toMatchObject({ status: "429", title: "Too Many Requests" });
    const body = {
      data: {
        type: "tracking_request",
        attributes: { request_number: "MAEU24000011", request_type: "bill_of_lading", scac: "MAEU" },
      },
    };
    expect((await service.call("/tracking_requests", { body })).status).toBe(201);
    expect((await service.call("/parties", { key: (await service.stranger()).key })).status).toBe(200);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    ahead = seconds * 1000;
    expect((await service.call("/parties")).status).toBe(200);
    await service.end();
  });
});

describe("without its database", () => {
  it("responds 503 as JSON:API and continues when the database returns", async () => {
    const database = await createTestDatabase();
    const cable = await startCable(database.url);
    const service = await startTestService({ databaseUrl: cable.url, seedContainers: 20, simPaused: false });
    expect((await service.call("/containers")).status).toBe(200);
    cable.cut();
    const away = await service.call("/containers");
    expect(away.status, away.glimpse).toBe(503);
    expect(away.error).toMatchObject({ status: "503", title: "Service Unavailable" });
    cable.mend();
    await until(async () => (await service.call("/containers")).status === 200);
    await service.stop();
    cable.close();
    await database.drop();
  });

  it("listens again after a lost connection, and does what a missed message asked for", async () => {
    const service = await startTestService({ seedContainers: 3 });
    const { db, pool } = service.store;
    const cutListener = () =>
      until(async () => {
        const { rowCount } = await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'listen \"accounts\"'",
        );
        return rowCount === 1;
      });
    await cutListener();
    // No message asks for its seeding.
    const other = await ensureAccount(db, "Elsewhere");
    const key = await createKey(db, other.id, null);
    await cutListener();
    await until(async () => (await service.call("/containers", { key })).document.meta?.total === 3);
    await service.end();
  });
});

describe("the program", () => {
  let database: TestDatabase;
  /** The bundled program: each start of the TypeScript program costs a second of CPU time. */
  let program = "";
  const undos: Undo[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    program = await bundle("tracking-service/main.ts", (undo) => undos.push(undo));
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await database.drop();
    for (const undo of undos) await undo();
  });

  function start(args: string[], environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        TRACKING_DATABASE_URL: database.url,
        TRACKING_SERVICE_PORT: "0",
        SEED_CONTAINERS: "20",
        SIM_PAUSED: "true",
        ...environment,
      },
    });
    children.push(child);
    const said = { out: "", error: "" };
    child.stdout.on("data", (text) => {
      said.out += text;
    });
    child.stderr.on("data", (text) => {
      said.error += text;
    });
    const ended = once(child, "exit").then(([code]) => ({ code, ...said }));
    return { child, said, ended };
  }

  it("prints only a new key, accepts it, and can be stepped and given reports from outside", async () => {
    const created = await start(["keys", "create", "--account", "Drayboard"]).ended;
    expect(created.out).toMatch(/^[\w-]{32}\n$/);
    const running = start(["serve"]);
    await until(() => running.said.error.includes("tracking service listens"));
    const url = /http:\/\/127\.0\.0\.1:\d+\/v2/.exec(running.said.error)?.[0];
    const headers = { Authorization: `Token ${created.out.trim()}` };
    const response = await fetch(`${url}/containers?page[size]=20`, { headers });
    expect(response.status).toBe(200);
    const { data } = collectionDocumentSchema.parse(await response.json());
    const number = String(data[0]?.attributes?.number);

    const [stepped, reported, wrong] = await Promise.all([
      start(["sim", "step", "--count", "2"]).ended,
      start(["sim", "report", "--number", number, '{"location_at_pod_terminal":"Q1"}']).ended,
      start(["sim", "report", "--number", number, '{"current_status":"delivered"}']).ended,
    ]);
    expect(JSON.parse(stepped.out).applied).toHaveLength(2);
    expect(JSON.parse(reported.out).applied[0]).toMatchObject({ number, events: ["container.updated"] });
    expect(wrong.code).toBe(1);
    expect(wrong.error).toContain("current_status");

    const port = new URL(url ?? "").port;
    const second = await start(["serve"], { TRACKING_SERVICE_PORT: port }).ended;
    expect(second.code).toBe(1);
    expect(second.error).toContain(`Port ${port} on 127.0.0.1 is taken`);

    const requested = Date.now();
    running.child.kill("SIGTERM");
    expect((await running.ended).code).toBe(0);
    expect(Date.now() - requested).toBeLessThan(2_500);
    expect(running.said.error).not.toContain(created.out.trim());
  });

  it.each([
    [["dance"], {}, "Usage"],
    [["keys", "lists"], {}, "Usage"],
    [["serve"], { SEED_CONTAINERS: "many" }, "SEED_CONTAINERS"],
    [["serve"], { HOST: "0.0.0.0" }, "TRACKING_PUBLIC_URL is not set"],
  ])("reports the error of %j %j", async (args, environment, message) => {
    const { code, error } = await start(args, environment).ended;
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it.each(["serve", "keys list"])(
    "%s names the setting of a database that cannot be opened",
    async (command) => {
      const environment = { TRACKING_DATABASE_URL: "postgresql://me:hush-hush@127.0.0.1:1/none" };
      const { code, error } = await start(command.split(" "), environment).ended;
      expect(code).toBe(1);
      expect(error).toMatch(
        /^tracking-service: TRACKING_DATABASE_URL: the database cannot be opened \(.*ECONNREFUSED.*\)\. Check that /,
      );
      expect(error).not.toContain("hush-hush");
    },
  );

  it("needs no public address for commands", async () => {
    expect((await start(["keys", "list"], { HOST: "0.0.0.0" }).ended).code).toBe(0);
  });
});
