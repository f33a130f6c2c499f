import { readService } from "@/e2e/system/databases";

/** Sets the features of the account's plan while `act` runs. */
export async function withFeatures(features: string[], action: () => Promise<void>): Promise<void> {
  const [before] = await readService<{ id: string; features: string[] }>(
    "select id, features from accounts order by created_at limit 1",
  );
  if (!before) throw new Error("No account.");
  await readService("update accounts set features = $2 where id = $1", [before.id, features]);
  try {
    await action();
  } finally {
    await readService("update accounts set features = $2 where id = $1", [before.id, before.features]);
  }
}
