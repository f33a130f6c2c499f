import { readDashboard, readService } from "./databases";

/** The secret of the dashboard's own webhook, read from the service, because the dashboard stores it encrypted. */
export async function ownSecret(): Promise<string> {
  const [own] = await readDashboard<{ id: string }>(
    "select value ->> 'id' as id from installation where name = 'webhook'",
  );
  const [webhook] = await readService<{ secret: string }>("select secret from webhooks where id = $1", [
    own?.id,
  ]);
  if (!webhook) throw new Error("Drayboard registered no webhook.");
  return webhook.secret;
}
