import { setTerms } from "@/tracking-service/accounts/account-terms";
import { revokeKey } from "@/tracking-service/accounts/api-keys";
import { DAY_MS } from "@/tracking-service/clock/instant";
import { faultsSchema } from "@/tracking-service/faults/settings";
import { termsOf } from "@/tracking-service/store/plans";
import { startTestService } from "@/tracking-service/testing/running-service";
import { createServiceDatabase } from "@/tracking-service/testing/service-database";
import type { Target } from "./target-notes";

const DOCUMENTED_LIMIT = 100;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/**
 * Starts our own service as the target: 120 containers with running simulation. A second, small service enforces the
 * limits.
 */
export async function openOwnTarget(
  testClusterUrl: string,
): Promise<{ target: Target; close(): Promise<void> }> {
  const databases = await Promise.all([
    createServiceDatabase(testClusterUrl),
    createServiceDatabase(testClusterUrl),
  ]);
  const [main, small] = databases;
  const service = await startTestService({
    databaseUrl: main.url,
    seedContainers: 120,
    simPaused: false,
    simStart: null,
  });
  const limited = await startTestService({
    databaseUrl: small.url,
    seedContainers: 3,
    rateLimitPerMinute: DOCUMENTED_LIMIT,
  });
  const failing = await startTestService({
    databaseUrl: small.url,
    seedContainers: 0,
    faults: faultsSchema.parse({ http: { error: { rate: 1, statuses: [503] } } }),
  });
  const stranger = await service.stranger();
  const free = await service.stranger("On the free plan");
  await setTerms(service.store.db, free.accountId, termsOf("free", new Date()));
  const plain = await service.stranger("Without features");
  await setTerms(service.store.db, plain.accountId, { features: [] });
  const trial = await service.stranger("On trial");
  await setTerms(service.store.db, trial.accountId, termsOf("trial", daysAgo(6.9)));
  const ended = await service.stranger("After its trial");
  await setTerms(service.store.db, ended.accountId, termsOf("trial", daysAgo(7)));
  const revoked = await service.stranger("Revoked");
  await revokeKey(service.store.db, revoked.key.slice(-4), "Revoked");
  return {
    target: {
      url: service.url,
      key: service.key,
      own: true,
      strangerKey: stranger.key,
      freeKey: free.key,
      plainKey: plain.key,
      trialKey: trial.key,
      endedTrialKey: ended.key,
      revokedKey: revoked.key,
      failing: { url: failing.url, key: failing.key },
      limited: { url: limited.url, key: limited.key },
    },
    close: async () => {
      await Promise.all([service.end(), limited.end(), failing.end()]);
      for (const database of databases) await database.drop();
    },
  };
}
