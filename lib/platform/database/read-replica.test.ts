import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type Cluster, removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { type Database, openDatabase } from "./client";
import { ReadReplica } from "./read-replica";
import { queryColumn } from "./rows";

const SETTINGS = { fsync: "off", wal_receiver_status_interval: "1s" };
const PAUSE_MS = 300;
const folders: string[] = [];
const clusters: Cluster[] = [];
const pools: { end(): Promise<void> }[] = [];
let primary: Database;
let replica: Database;
let standby: Cluster;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "drayboard-replica-"));
  // PostgreSQL's own user must be able to enter the folder.
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
}

function open(cluster: Cluster): Database {
  const { db, pool } = openDatabase(cluster.urlFor("postgres"), { max: 4 });
  pools.push(pool);
  return db;
}

/** Two servers: a primary, and a copy of its stopped data that follows it. */
beforeAll(async () => {
  const folder = await newFolder();
  const first = await startCluster({ dataDir: folder, settings: SETTINGS });
  await first.stop();
  const copied = await newFolder();
  await promisify(execFile)("cp", ["-a", `${folder}/.`, copied]);
  const running = await startCluster({ dataDir: folder, settings: SETTINGS });
  clusters.push(running);
  const url = new URL(running.urlFor("postgres"));
  const source = [
    `host=${url.hostname} port=${url.port} user=${url.username}`,
    `password='${decodeURIComponent(url.password)}' application_name=replica`,
  ].join(" ");
  await writeFile(join(running.data.replace(folder, copied), "standby.signal"), "", { mode: 0o644 });
  standby = await startCluster({
    dataDir: copied,
    settings: { ...SETTINGS, primary_conninfo: source, hot_standby: "on" },
  });
  clusters.push(standby);
  primary = open(running);
  replica = open(standby);
  await primary.execute(sql`create table numbers (n int)`);
}, 60_000);

afterAll(async () => {
  for (const pool of pools) await pool.end();
  for (const cluster of clusters.reverse()) await cluster.stop();
  for (const folder of folders) {
    await removeCluster(folder);
    await rm(folder, { recursive: true, force: true });
  }
});

const opened = () => new ReadReplica(replica, () => primary, PAUSE_MS);
const add = () => primary.execute(sql`insert into numbers values (1)`);
const whereAndCount = (db: Database) =>
  queryColumn(
    db,
    z.string(),
    sql`select (pg_is_in_recovery()::text || ' ' || (select count(*) from numbers)) as read`,
  ).then(([read]) => read);

it("reads from the replica, and sees every change that was committed before", async () => {
  const reads = opened();
  for (let count = 1; count <= 30; count += 1) {
    await add();
    expect(await reads.read(whereAndCount, () => primary)).toBe(`true ${count}`);
  }
  expect(reads.state).toEqual({ problem: null, reads: 30, readsByPrimary: 0 });
});

it("reads from the primary while the replica is too far behind, and returns to it", async () => {
  const reads = opened();
  const [before] = await queryColumn(primary, z.number(), sql`select count(*)::int as n from numbers`);
  await replica.execute(sql`select pg_wal_replay_pause()`);
  await add();
  expect(await reads.read(whereAndCount, () => primary)).toBe(`false ${Number(before) + 1}`);
  expect(reads.state.problem).toBe("too far behind");
  await replica.execute(sql`select pg_wal_replay_resume()`);
  await pause(PAUSE_MS + 10);
  expect(await reads.read(whereAndCount, () => primary)).toBe(`true ${Number(before) + 1}`);
  expect(reads.state).toEqual({ problem: null, reads: 1, readsByPrimary: 1 });
});

it("repeats a read on the primary when the replica cancels it", async () => {
  const reads = opened();
  const cancelOnReplica = async (db: Database) => {
    if (db === replica) await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return whereAndCount(db);
  };
  expect(await reads.read(cancelOnReplica, () => primary)).toMatch(/^false /);
  expect(reads.state.problem).toBe("not responding");
});

it("does not repeat a read that is wrong itself", async () => {
  const reads = opened();
  let runs = 0;
  const wrong = (db: Database) => {
    runs += 1;
    return db.execute(sql`select * from nothing_of_this_name`);
  };
  await expect(reads.read(wrong, () => primary)).rejects.toThrow();
  expect(runs).toBe(1);
});

it("does not read from a server that is no replica", async () => {
  const reads = new ReadReplica(primary, () => primary, PAUSE_MS);
  expect(await reads.read(whereAndCount, () => primary)).toMatch(/^false /);
  expect(reads.state.problem).toBe("not a replica");
});

it("reads from the primary while the replica is stopped", async () => {
  const reads = opened();
  await standby.stop();
  expect(await reads.read(whereAndCount, () => primary)).toMatch(/^false /);
  expect(reads.state).toEqual({ problem: "not responding", reads: 0, readsByPrimary: 1 });
});
