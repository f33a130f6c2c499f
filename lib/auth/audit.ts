import type { Executor } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";

/** Who acted: somebody signed in, or what else is named in words, such as an address that tried to sign in. */
export type Actor = { userId: string; email: string } | { userId: null; email: string };

/** What was done, in the words of the record; `detail` never holds a secret. */
export type Act = {
  action: string;
  record?: { type: string; id: string };
  detail?: string;
  /** The client's address, where one is known. */
  address?: string | null;
};

/** Records an act. In the transaction of what was done, where there is one: neither stands without the other. */
export async function recordAct(db: Executor, actor: Actor, act: Act): Promise<void> {
  await db.insert(auditEntries).values({
    userId: actor.userId,
    actor: actor.email,
    address: act.address ?? null,
    action: act.action,
    recordType: act.record?.type ?? null,
    recordId: act.record?.id ?? null,
    detail: act.detail ?? "",
  });
}
