import { createTestDatabase } from "@/lib/postgres/test-database";
import { setTerms } from "@/tracking-service/account-terms";
import { termsOf } from "@/tracking-service/plans";
import { startTestService } from "@/tracking-service/testing/running-service";
import type { Target } from "./desk-notes";

const DOCUMENTED_LIMIT = 100;

/** A service of our own to be tested: 120 boxes that live by themselves, and a small one beside it that has limits. */
export async function openOwnTarget(
  testClusterUrl: string,
): Promise<{ target: Target; close(): Promise<void> }> {
  const databases = await Promise.all([
    createTestDatabase(testClusterUrl),
    createTestDatabase(testClusterUrl),
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
  const stranger = await service.stranger();
  const free = await service.stranger("On the free plan");
  await setTerms(service.store.db, free.accountId, termsOf("free", new Date()));
  const plain = await service.stranger("Without features");
  await setTerms(service.store.db, plain.accountId, { features: [] });
  const trial = await service.stranger("On trial");
  await setTerms(service.store.db, trial.accountId, termsOf("trial", new Date()));
  return {
    target: {
      url: service.url,
      key: service.key,
      own: true,
      strangerKey: stranger.key,
      freeKey: free.key,
      plainKey: plain.key,
      trialKey: trial.key,
      limited: { url: limited.url, key: limited.key },
    },
    close: async () => {
      await Promise.all([service.end(), limited.end()]);
      for (const database of databases) await database.drop();
    },
  };
}
