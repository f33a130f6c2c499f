import { sql } from "drizzle-orm";
import { requestAddress } from "@/lib/auth/throttling/request-address";
import type { Executor } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";

/**
 * The actor of an action. Either a signed-in user, whose current e-mail is looked up if not passed; or a label, such as
 * an address that tried to sign in.
 */
export type Actor = { userId: string; email?: string } | { userId: null; email: string };

/** The action, in the words of the audit log ("renamed a party"). `detail` never contains a secret. */
export type AuditInput = {
  action: string;
  record?: { type: string; id: string };
  detail?: string;
  /** The client's address. Defaults to the address of the current request; null where there is no request. */
  address?: string | null;
};

const LONGEST = 1_000;

/** Makes text storable: removes null characters, which the database rejects, and truncates long text. */
const stored = (text: string): string => {
  const plain = text.replaceAll("\0", "");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
};

function nameOf(actor: Actor) {
  if (actor.email !== undefined) return stored(actor.email);
  return sql`coalesce((select ${users.email} from ${users} where ${users.id} = ${actor.userId}::uuid), 'somebody')`;
}

/** Records an action. Pass the transaction of the change if there is one, so that both are committed or neither is. */
export async function recordAuditEntry(db: Executor, actor: Actor, action: AuditInput): Promise<void> {
  await db.insert(auditEntries).values({
    userId: actor.userId,
    actor: nameOf(actor),
    address: action.address === undefined ? await requestAddress() : action.address,
    action: stored(action.action),
    recordType: action.record?.type ?? null,
    recordId: action.record ? stored(action.record.id) : null,
    detail: stored(action.detail ?? ""),
  });
}
