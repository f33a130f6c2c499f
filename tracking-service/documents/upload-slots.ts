import { uploadsBusy } from "@/tracking-service/json-api/errors";

/** Maximum number of uploads per account held in memory, and of uploads that wait with unread bodies. */
const MAX_ACTIVE = 4;
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 2;

type Slots = { active: number; waiting: (() => void)[] };
const byAccount = new Map<string, Slots>();

/**
 * Runs `upload`, which holds a file in memory, when a slot of the account is free. Throws 429 when too many uploads
 * already wait.
 */
export async function withUploadSlot<T>(accountId: string, upload: () => Promise<T>): Promise<T> {
  const slots = byAccount.get(accountId) ?? { active: 0, waiting: [] };
  byAccount.set(accountId, slots);
  if (slots.active < MAX_ACTIVE) slots.active += 1;
  else if (slots.waiting.length < MAX_WAITING) await new Promise<void>((free) => slots.waiting.push(free));
  else throw uploadsBusy(`${MAX_WAITING} uploads of this account wait.`, RETRY_AFTER_SECONDS);
  try {
    return await upload();
  } finally {
    // The slot passes to the next waiting upload, if any.
    const next = slots.waiting.shift();
    if (next) next();
    else slots.active -= 1;
    if (slots.active === 0) byAccount.delete(accountId);
  }
}
