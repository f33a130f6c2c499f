import { sql } from "drizzle-orm";
import { requestAddress } from "@/lib/auth/throttling/request-address";
import type { Executor } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";
import type { AuditCode, AuditData } from "./audit-codes";

/**
 * The actor of an action. Either a signed-in user, whose current e-mail is looked up if not passed; or a label, such as
 * an address that tried to sign in.
 */
export type Actor = { userId: string; email?: string } | { userId: null; email: string };

/** An entry: its code with the data of that code, and the record that the action concerns. */
export type AuditInput = {
  [Code in AuditCode]: EntryOf<Code>;
}[AuditCode];

type EntryOf<Code extends AuditCode> = {
  action: Code;
  record?: { type: string; id: string };
  /** The client's address. Defaults to the address of the current request; null where there is no request. */
  address?: string | null;
} & (Record<string, never> extends AuditData<Code> ? { data?: AuditData<Code> } : { data: AuditData<Code> });

const LONGEST = 1_000;

/** Makes text storable: removes null characters, which the database rejects, and truncates long text. */
const stored = (text: string): string => {
  const plain = text.replaceAll("\0", "");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
};

/** Makes each text of an entry's data storable. */
const storedData = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === "string" ? stored(value) : value)),
  );

function nameOf(actor: Actor) {
  if (actor.email !== undefined) return stored(actor.email);
  return sql`coalesce((select ${users.email} from ${users} where ${users.id} = ${actor.userId}::uuid), 'somebody')`;
}

/** Records an action. Pass the transaction of the change if there is one, so that both are committed or neither is. */
export async function recordAuditEntry(
  db: Executor,
  actor: Actor,
  { action, data = {}, record, address }: AuditInput,
): Promise<void> {
  await db.insert(auditEntries).values({
    userId: actor.userId,
    actor: nameOf(actor),
    address: address === undefined ? await requestAddress() : address,
    action,
    recordType: record?.type ?? null,
    recordId: record ? stored(record.id) : null,
    data: storedData(data),
  });
}
