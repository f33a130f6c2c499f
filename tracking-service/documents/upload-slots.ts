import { uploadsBusy } from "@/tracking-service/json-api/errors";

/** Uploads of one account held in memory at once, and how many more may wait with their bodies unread. */
const MAX_ACTIVE = 4;
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 2;

type Slots = { active: number; waiting: (() => void)[] };
const byAccount = new Map<string, Slots>();

/**
 * Runs `upload`, which holds a file in memory, once one of its account's slots is free. Throws 429 where too many
 * uploads wait already.
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
    // The slot goes to the next that waits, if any.
    const next = slots.waiting.shift();
    if (next) next();
    else slots.active -= 1;
    if (slots.active === 0) byAccount.delete(accountId);
  }
}
