import { sql } from "drizzle-orm";
import { requestAddress } from "@/lib/auth/throttling/request-address";
import type { Executor } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";

/**
 * Who acted: somebody signed in, whose e-mail of now is looked up where it is not given; or what else is named in words,
 * such as an address that tried to sign in.
 */
export type Actor = { userId: string; email?: string } | { userId: null; email: string };

/** What was done, in the words of the record ("renamed a party"); `detail` never holds a secret. */
export type Act = {
  action: string;
  record?: { type: string; id: string };
  detail?: string;
  /** The client's address; left out, the one this request came from, null where there is no request. */
  address?: string | null;
};

const LONGEST = 1_000;

/** Text that the database takes: it stores no zeros, and a record is no place for a whole file. */
const stored = (text: string): string => {
  const plain = text.replaceAll("\0", "");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
};

function nameOf(actor: Actor) {
  if (actor.email !== undefined) return stored(actor.email);
  return sql`coalesce((select ${users.email} from ${users} where ${users.id} = ${actor.userId}::uuid), 'somebody')`;
}

/** Records an act. In the transaction of what was done, where there is one: neither stands without the other. */
export async function recordAct(db: Executor, actor: Actor, act: Act): Promise<void> {
  await db.insert(auditEntries).values({
    userId: actor.userId,
    actor: nameOf(actor),
    address: act.address === undefined ? await requestAddress() : act.address,
    action: stored(act.action),
    recordType: act.record?.type ?? null,
    recordId: act.record ? stored(act.record.id) : null,
    detail: stored(act.detail ?? ""),
  });
}
