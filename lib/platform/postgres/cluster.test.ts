import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { removeCluster, requireOwnCluster, startCluster, stopLeftCluster } from "./cluster";
import { withClient } from "./create-database";
import { findPlacement } from "./data-placement";
import { findPostmaster, isAlive, killOrphans } from "./postmaster";
import { withStartLock } from "./start-lock";

const settings = { fsync: "off" };
let parent = "";
let dataDir = "";
/** A cluster that was created and stopped once. A copy of it starts without `initdb`, which costs much CPU time. */
let stopped = "";

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-cluster-"));
  await chmod(folder, 0o711);
  stopped = join(folder, "database");
  await (await startCluster({ dataDir: stopped, settings })).stop();
});

afterAll(() => rm(dirname(stopped), { recursive: true, force: true }));

function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "drayboard-cluster-"));
  await chmod(parent, 0o711);
  dataDir = join(parent, "database");
});

afterEach(async () => {
  await removeCluster(dataDir).catch(() => undefined);
  await rm(parent, { recursive: true, force: true });
});

/** Starts a copy of the stopped cluster at the path of the test. */
function startCopy(options: { settings?: Record<string, string> } = { settings }) {
  copyFolder(stopped, dataDir);
  return startCluster({ dataDir, ...options });
}

async function pidOf(data: string): Promise<number> {
  return (await findPostmaster(data))?.pid ?? 0;
}

async function read(url: string, sql: string): Promise<unknown> {
  let rows: unknown[] = [];
  await withClient(url, async (client) => {
    rows = (await client.query(sql)).rows;
  });
  return rows[0];
}

async function noteOne(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("create table kept (n int); insert into kept values (1)");
  });
}

describe("a cluster", () => {
  it("keeps its data, password and port across a stop", async () => {
    const first = await startCluster({ dataDir, settings });
    await first.ensureDatabase("dashboard");
    await first.ensureDatabase("dashboard");
    await noteOne(first.urlFor("dashboard"));
    await first.stop();
    expect(await findPostmaster(first.data)).toBeNull();
    const second = await startCluster({ dataDir, settings });
    expect(second.urlFor("dashboard")).toBe(first.urlFor("dashboard"));
    expect(await read(second.urlFor("dashboard"), "select n from kept")).toEqual({ n: 1 });
    await second.stop();
  });

  it("starts again after its process was killed", async () => {
    const first = await startCopy({});
    await noteOne(first.urlFor("postgres"));
    process.kill(await pidOf(first.data), "SIGKILL");
    await first.exited;
    const second = await startCluster({ dataDir });
    expect(await read(second.urlFor("postgres"), "select n from kept")).toEqual({ n: 1 });
    await second.stop();
  });

  it("starts again when the id of its dead process belongs to another program", async () => {
    const first = await startCopy();
    const pid = await pidOf(first.data);
    process.kill(pid, "SIGKILL");
    await first.exited;
    await pause(200);
    const file = join(first.data, "postmaster.pid");
    await writeFile(file, (await readFile(file, "utf8")).replace(/^\d+/, "1"));
    const second = await startCluster({ dataDir, settings });
    await second.stop();
  });

  it("joins a running server and leaves it running", async () => {
    const first = await startCopy();
    const guest = await startCluster({ dataDir, settings });
    expect(guest.borrowed).toBe(true);
    await guest.stop();
    expect(await read(first.urlFor("postgres"), "select 1 as n")).toEqual({ n: 1 });
    await first.stop();
  });

  it("is started once by two concurrent starts", async () => {
    const both = await Promise.all([
      startCluster({ dataDir, settings }),
      startCluster({ dataDir, settings }),
    ]);
    expect(both.map(({ borrowed }) => borrowed).sort()).toEqual([false, true]);
    await Promise.all(both.map((cluster) => cluster.stop()));
  });

  it("is not blocked by the lock of a process that ended while starting it", async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o711);
    await writeFile(join(dataDir, "starting"), "999999999");
    const cluster = await startCluster({ dataDir, settings });
    await cluster.stop();
  });

  it("ends the server left by a killed process", async () => {
    const left = await startCopy();
    const pid = await pidOf(left.data);
    expect(await stopLeftCluster(dataDir)).toBe(true);
    expect(isAlive(pid)).toBe(false);
    expect(await stopLeftCluster(dataDir)).toBe(false);
  });

  describe.runIf(process.platform === "linux")("whose server was killed except for one child process", () => {
    /** Starts a cluster, stops one of its child processes and kills its server. Returns the child's process id. */
    async function killExceptOne() {
      const first = await startCopy();
      const pid = await pidOf(first.data);
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
      const survivor = Number(children.trim().split(" ").at(-1));
      process.kill(survivor, "SIGSTOP");
      process.kill(pid, "SIGKILL");
      await first.exited;
      return { first, survivor };
    }

    it("keeps its port while the child ends", async () => {
      const { first, survivor } = await killExceptOne();
      const second = startCluster({ dataDir, settings });
      await pause(700);
      process.kill(survivor, "SIGCONT");
      const again = await second;
      expect(again.urlFor("x")).toBe(first.urlFor("x"));
      await again.stop();
    });

    it("kills a child that does not end, and starts", async () => {
      const { survivor } = await killExceptOne();
      const again = await startCluster({ dataDir, settings });
      // A killed process keeps its id until the system has collected its result.
      await expect.poll(() => isAlive(survivor), { timeout: 10_000 }).toBe(false);
      expect(await read(again.urlFor("postgres"), "select 1 as one")).toEqual({ one: 1 });
      await again.stop();
    });

    it("is left without child processes, including one that still has the server's command line", async () => {
      const first = await startCopy();
      await first.stop();
      // A child that was forked just now has not yet set its own.
      const forked = spawn("sleep", ["60"], { argv0: "/usr/lib/postgres", cwd: first.data });
      const ended = once(forked, "exit");
      await once(forked, "spawn");
      await killOrphans(first.data);
      expect((await ended)[1]).toBe("SIGKILL");
    });
  });

  it("takes another port if its own was taken in the meantime", async () => {
    const first = await startCopy();
    await first.stop();
    const port = (await findPlacement(dataDir))?.port ?? 0;
    const { createServer } = await import("node:net");
    const guest = createServer().listen(port, "127.0.0.1");
    const second = await startCluster({ dataDir, settings });
    expect(second.urlFor("x")).not.toContain(`:${port}/`);
    await second.stop();
    guest.close();
  });
});

describe("a copied or moved folder", () => {
  const copied = () => join(parent, "copy");
  const REFUSED = "This folder was copied while running and may be damaged. Use npm run backup.";
  const one = { n: 1 };
  const readKept = (url: string) => read(url, "select n from kept");

  const copy = () => copyFolder(dataDir, copied());

  /** Starts the cluster at the path of the test, writes a row and leaves it running. */
  async function startOriginal(start = startCopy) {
    const cluster = await start();
    await noteOne(cluster.urlFor("postgres"));
    return cluster;
  }

  async function killServer(data: string, exited: Promise<void>): Promise<void> {
    process.kill(await pidOf(data), "SIGKILL");
    await exited;
  }

  afterEach(async () => {
    await removeCluster(copied()).catch(() => undefined);
  });

  it("starts while the original runs if it was copied after a stop, and leaves the original running", async () => {
    await (await startOriginal()).stop();
    copy();
    const original = await startCluster({ dataDir, settings });
    const pid = await pidOf(original.data);
    expect(await stopLeftCluster(copied())).toBe(false);
    const other = await startCluster({ dataDir: copied(), settings });
    expect(other.borrowed).toBe(false);
    expect(other.data).toContain(`${copied()}/`);
    expect(new URL(other.urlFor("x")).port).not.toBe(new URL(original.urlFor("x")).port);
    expect(await pidOf(original.data)).toBe(pid);
    await withClient(other.urlFor("postgres"), (client) =>
      client.query("update kept set n = 2").then(() => {}),
    );
    expect(await readKept(original.urlFor("postgres"))).toEqual(one);
    await other.stop();
    expect(await stopLeftCluster(copied())).toBe(false);
    expect(await readKept(original.urlFor("postgres"))).toEqual(one);
    await original.stop();
  });

  it("starts if it was copied after a stop without a checkpoint", async () => {
    await (await startOriginal()).stop(0);
    copy();
    const other = await startCluster({ dataDir: copied(), settings });
    expect(await readKept(other.urlFor("postgres"))).toEqual(one);
    await other.stop();
  });

  it("is refused if it was copied while its server was running, and the original continues", async () => {
    const original = await startOriginal();
    copy();
    expect(await stopLeftCluster(copied())).toBe(false);
    await expect(startCluster({ dataDir: copied(), settings })).rejects.toThrow(REFUSED);
    await expect(requireOwnCluster(copied())).rejects.toThrow(REFUSED);
    expect(await readKept(original.urlFor("postgres"))).toEqual(one);
    await original.stop();
    await expect(startCluster({ dataDir: copied(), settings })).rejects.toThrow(REFUSED);
    // The state in the data alone also shows it.
    await rm(join(copied(), "server", "data", "postmaster.pid"));
    await expect(startCluster({ dataDir: copied(), settings })).rejects.toThrow(REFUSED);
  });

  it("starts after it was moved, even if its server was killed before", async () => {
    const first = await startOriginal();
    await first.stop();
    await rename(dataDir, copied());
    const moved = await startCluster({ dataDir: copied(), settings });
    expect(await readKept(moved.urlFor("postgres"))).toEqual(one);
    await killServer(moved.data, moved.exited);
    await rename(copied(), dataDir);
    const again = await startCluster({ dataDir, settings });
    expect(await readKept(again.urlFor("postgres"))).toEqual(one);
    await again.stop();
  });

  it("is recovered if the server of a started copy is killed", async () => {
    await (await startOriginal()).stop();
    copy();
    const other = await startCluster({ dataDir: copied(), settings });
    await killServer(other.data, other.exited);
    const again = await startCluster({ dataDir: copied(), settings });
    expect(await readKept(again.urlFor("postgres"))).toEqual(one);
    await again.stop();
  });

  // Less than the 150 s after which any lock is treated as abandoned.
  it("does not wait for the start of the original", { timeout: 100_000 }, async () => {
    await mkdir(dataDir);
    await withStartLock(dataDir, async () => {
      copy();
      expect(await withStartLock(copied(), async () => "started")).toBe("started");
    });
  });

  /** Writes the note as earlier versions did: with an absolute path, and without the folder's identity. */
  async function writeOldNote(home: string): Promise<void> {
    const placement = await findPlacement(dataDir);
    const old = { home, port: placement?.port, password: placement?.password };
    await writeFile(join(dataDir, "cluster.json"), JSON.stringify(old));
  }

  it("uses its own data if an earlier version wrote the original's path, and writes a relative one", async () => {
    await (await startOriginal()).stop();
    await writeOldNote(join(dataDir, "server"));
    copy();
    const original = await startCluster({ dataDir, settings });
    expect(JSON.parse(await readFile(join(dataDir, "cluster.json"), "utf8")).home).toBe("server");
    const other = await startCluster({ dataDir: copied(), settings });
    expect(other.data).toContain(`${copied()}/`);
    await other.stop();
    await original.stop();
  });

  it("is refused if an earlier version's server was running, and recovered if that was killed in place", async () => {
    const first = await startOriginal();
    await writeOldNote(join(dataDir, "server"));
    copy();
    await expect(startCluster({ dataDir: copied(), settings })).rejects.toThrow(REFUSED);
    await killServer(first.data, first.exited);
    const again = await startCluster({ dataDir, settings });
    expect(await readKept(again.urlFor("postgres"))).toEqual(one);
    await again.stop();
  });

  it.runIf(process.getuid?.() === 0)(
    "is refused if its data are outside it, but works if the folder was moved",
    async () => {
      await chmod(parent, 0o700);
      const original = await startOriginal(() => startCluster({ dataDir, settings }));
      copy();
      const refusal = /is a copy without its database.*npm run backup there and npm run restore here/;
      await expect(startCluster({ dataDir: copied(), settings })).rejects.toThrow(refusal);
      await expect(stopLeftCluster(copied())).rejects.toThrow(refusal);
      expect(await readKept(original.urlFor("postgres"))).toEqual(one);
      await original.stop();
      await expect(removeCluster(copied())).rejects.toThrow(refusal);
      await rm(copied(), { recursive: true });
      await rename(dataDir, copied());
      const moved = await startCluster({ dataDir: copied(), settings });
      expect(moved.data).toBe(original.data);
      const newcomer = await startCluster({ dataDir, settings });
      expect(newcomer.data).not.toBe(original.data);
      await newcomer.stop();
      await moved.stop();
    },
  );
});

describe("a cluster whose folder is deleted", () => {
  const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });

  it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
    "ends with its data elsewhere removed, although nothing stops it",
    async () => {
      await chmod(parent, 0o700);
      const { data } = await startCluster({ dataDir, settings, guardEverySeconds: 0.2 });
      const pid = await pidOf(data);
      expect(pid).toBeGreaterThan(0);
      await rm(dataDir, { recursive: true });
      await gone(pid);
      await vi.waitFor(() => expect(existsSync(dirname(data))).toBe(false), { timeout: 10_000 });
    },
  );

  it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
    "ends and keeps its data elsewhere if the folder was only moved",
    async () => {
      await chmod(parent, 0o700);
      const { data } = await startCluster({ dataDir, settings, guardEverySeconds: 0.2 });
      const pid = await pidOf(data);
      await rename(dataDir, join(parent, "moved"));
      await gone(pid);
      const moved = await startCluster({ dataDir: join(parent, "moved"), settings });
      expect(moved.data).toBe(data);
      await moved.stop();
      await removeCluster(join(parent, "moved"));
    },
  );

  it("is stopped by the process that started it", async () => {
    const cluster = await startCopy();
    const pid = await pidOf(cluster.data);
    expect(pid).toBeGreaterThan(0);
    await rm(dataDir, { recursive: true });
    await cluster.stop();
    expect(isAlive(pid)).toBe(false);
  });
});

/** Only root can act as another user, who needs a clone in a folder that others can enter. */
const othersCanRead =
  process.getuid?.() === 0 &&
  spawnSync("test", ["-r", resolve("package.json")], { uid: 65534, gid: 65534 }).status === 0;

describe("the privacy of a cluster", () => {
  it("prevents other users from reading note, log and data, and rejects a wrong password", async () => {
    const cluster = await startCluster({ dataDir, settings });
    const modes = await Promise.all(
      [join(dataDir, "cluster.json"), join(dataDir, "postgres.log"), cluster.data].map(
        async (path) => (await stat(path)).mode & 0o077,
      ),
    );
    expect(modes).toEqual([0, 0, 0]);
    const url = new URL(cluster.urlFor("postgres"));
    url.password = "wrong";
    await expect(read(url.toString(), "select 1")).rejects.toThrow(/password authentication failed/);
    expect(await read(cluster.urlFor("postgres"), "show password_encryption")).toEqual({
      password_encryption: "scram-sha-256",
    });
    await cluster.stop();
  });

  it.runIf(process.getuid?.() === 0)(
    "stores the data elsewhere if its user cannot access the folder",
    async () => {
      await chmod(parent, 0o700);
      const reported: string[] = [];
      const first = await startCluster({ dataDir, settings, log: (line) => reported.push(line) });
      expect(first.data).toMatch(/^\/var\/lib\/drayboard\/[0-9a-f]{16}\/data$/);
      expect(reported.join("\n")).toContain("/var/lib/drayboard/");
      await first.stop();
      const second = await startCluster({ dataDir, settings });
      expect(second.data).toBe(first.data);
      await second.stop();
    },
  );

  it.runIf(othersCanRead)("works for a non-root user", async () => {
    const home = join(parent, "theirs");
    await mkdir(home, { mode: 0o700 });
    spawnSync("chown", ["nobody", home]);
    const script = `import { startCluster } from "./lib/platform/postgres/cluster.ts";
      const cluster = await startCluster({ dataDir: process.argv[1] });
      await cluster.ensureDatabase("dashboard");
      await cluster.stop();
      console.log("data in", cluster.data);`;
    // Node itself may be in a folder that only its owner can enter.
    const node = join(parent, "node");
    await copyFile(process.execPath, node);
    const response = spawnSync(
      node,
      ["--import", "tsx", "--input-type=module", "-e", script, join(home, "database")],
      { uid: 65534, gid: 65534, encoding: "utf8", env: { ...process.env, TMPDIR: home } },
    );
    expect(response.stderr).toBe("");
    expect(response.stdout).toContain(`data in ${home}/database/server/data`);
  });
});

describe("the message of a failed start", () => {
  async function startedOnce(): Promise<string> {
    const cluster = await startCopy();
    await cluster.stop();
    return cluster.data;
  }

  it("covers data of another version", async () => {
    const data = await startedOnce();
    await writeFile(join(data, "PG_VERSION"), "15\n");
    await expect(startCluster({ dataDir })).rejects.toThrow(
      /written by PostgreSQL 15, this Drayboard brings \d+/,
    );
  });

  it("covers missing data", async () => {
    const data = await startedOnce();
    await rm(data, { recursive: true });
    await expect(startCluster({ dataDir })).rejects.toThrow(/which is gone/);
  });

  it("covers a missing or damaged note", async () => {
    await startedOnce();
    await writeFile(join(dataDir, "cluster.json"), "{");
    await expect(startCluster({ dataDir })).rejects.toThrow(/cluster\.json is damaged/);
    await rm(join(dataDir, "cluster.json"));
    await expect(startCluster({ dataDir })).rejects.toThrow(/holds its password, is gone/);
  });

  it("contains PostgreSQL's own message for a setting it rejects", async () => {
    await expect(startCluster({ dataDir, settings: { shared_buffers: "lots" } })).rejects.toThrow(
      /shared_buffers/,
    );
  });
});
