import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { loadAccount } from "@/bench/board/load-account";
import { openChildren } from "@/bench/harness/children";
import { runBenchmark } from "@/bench/harness/clean-up";
import { buildWhenNeeded } from "@/bench/harness/dashboard";
import { openFleet, SHIPPED } from "@/bench/harness/fleet";
import { makeDeliveries } from "@/bench/ingest/notifications";
import { postPaced, signAll } from "@/bench/ingest/post";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { writeBackup } from "@/scripts/backup/backup";
import { prepareConnection } from "@/scripts/backup/catalog";
import { DATABASE_NAMES, openBackupFile } from "@/scripts/backup/file-format";
import { restoreDatabases } from "@/scripts/backup/restore";
import { compareDatabases, holdSnapshot } from "@/scripts/backup/test-compare";
import { say, step } from "@/scripts/up/progress";

const TIMEOUT_MS = 3_600_000;
const TRACKING_PATH = "/api/webhooks/tracking";

/**
 * `npm run test:backup [-- --seconds N --rate N --containers N]`: tests a backup under load. `rate` notifications of 6
 * KB per second arrive and are applied. Meanwhile both databases are backed up, restored on another PostgreSQL server,
 * and compared with the snapshot field by field. Fails if a field differs or a notification was not accepted.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "60" },
      rate: { type: "string", default: "250" },
      containers: { type: "string", default: "10000" },
    },
  });
  const [seconds, rate, containers] = [values.seconds, values.rate, values.containers].map(Number);
  if (!seconds || !rate || !containers) throw new Error("--seconds, --rate, --containers: numbers");

  const secret = randomBytes(24).toString("hex");
  const dashboardSettings = { WEBHOOK_SECRET: secret, TRACKING_REQUESTS_PER_MINUTE: "off" };
  const serviceSettings = {
    SEED_CONTAINERS: String(Math.min(300, containers)),
    RATE_LIMIT_PER_MINUTE: "off",
  };
  const options = { dashboards: 1, workers: 1, programs: SHIPPED, dashboardSettings, serviceSettings };
  const fleet = await step("Starting PostgreSQL", () => openFleet(options, onEnd));
  await step("Building the dashboard", () => buildWhenNeeded(openChildren(fleet.logsDir)));
  await step(`Loading ${containers} containers`, () =>
    loadAccount(fleet.dashboard.db, containers, new Date(Date.now() - 3_600_000)),
  );
  await step("Starting service, dashboard and worker", async () => {
    for (const member of [fleet.service, ...fleet.dashboards, ...fleet.workers]) {
      member.start();
      await member.untilUp();
    }
  });
  const batch = (name: string) =>
    signAll(makeDeliveries(seconds * rate, containers, new Date(), `backup-${name}`), secret);
  const first = batch("0");

  const folder = await mkdtemp(join(tmpdir(), "drayboard-test-backup-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const elsewhere = join(folder, "elsewhere");
  onEnd(() => removeCluster(elsewhere));
  const sources = { dashboard: fleet.dashboard.url, tracking: fleet.store.url };

  const begun = performance.now();
  let sentMs = 0;
  let backedUp = false;
  let accepted = 0;
  const send = async () => {
    // On a slow machine the backup takes longer than the planned seconds. Notifications keep arriving until it ends.
    for (let number = 0; number === 0 || !backedUp; number++) {
      const deliveries = number === 0 ? first : batch(String(number));
      await postPaced(`${fleet.publicUrl}${TRACKING_PATH}`, deliveries, rate);
      accepted += deliveries.length;
    }
    sentMs = performance.now() - begun;
  };
  const sending = send();
  sending.catch(() => undefined);
  await pause((seconds * 1_000) / 3);
  const held = {
    dashboard: await holdSnapshot(sources.dashboard),
    tracking: await holdSnapshot(sources.tracking),
  };
  const file = join(folder, "all.backup");
  const databases = DATABASE_NAMES.map((name) => ({
    name,
    url: sources[name],
    exported: held[name].exported,
  }));
  const copied = performance.now();
  const { size } = await step("Backing up", () =>
    writeBackup(file, { databases, trackingApiUrl: null }, { sealed: null, replace: false }, say),
  );
  const backupMs = performance.now() - copied;
  backedUp = true;
  await step("Sending the rest", () => sending);

  const cluster = await startCluster({ dataDir: elsewhere });
  onEnd(() => cluster.stop());
  for (const name of DATABASE_NAMES) await cluster.ensureDatabase(name);
  const targets = { dashboard: cluster.urlFor("dashboard"), tracking: cluster.urlFor("tracking") };
  const restoreBegun = performance.now();
  await step("Restoring elsewhere", async () => restoreDatabases(await openBackupFile(file), targets, say));
  const restoreMs = performance.now() - restoreBegun;

  let differences = 0;
  for (const name of DATABASE_NAMES) {
    const after = new Client({ connectionString: targets[name] });
    await after.connect();
    await prepareConnection(after);
    const compared = await step(`Comparing the ${name} database`, () =>
      compareDatabases(held[name].client, after),
    );
    await after.end();
    await held[name].client.end();
    differences += compared.differences.length;
    say(`  ${compared.tables} tables, ${compared.rows} rows, ${compared.fields} fields compared`);
    for (const difference of compared.differences) say(`  differs: ${JSON.stringify(difference)}`);
  }
  const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  say(
    `\n${accepted} notifications accepted in ${inSeconds(sentMs)} (${((accepted / sentMs) * 1_000).toFixed(0)} a second), ` +
      `backup of ${(size / 1e6).toFixed(1)} MB in ${inSeconds(backupMs)}, restored and verified in ${inSeconds(restoreMs)}; ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  if ((accepted / sentMs) * 1_000 < rate * 0.9)
    say(`This machine did not accept ${rate} a second meanwhile: what follows was shown at the rate above.`);
  if (differences > 0) throw new Error("the restored databases differ from the snapshot");
  say("Equal to the snapshot, field by field.");
});
