import type { EventName } from "@/lib/contract/events";
import { withOwnWebhook } from "./change-webhook";
import { putWebhookInOrder } from "./registration";
import { readWebhookChoice, writeWebhookChoice } from "./subscribed-events";

/**
 * Sets the events of this installation's webhook. Null: all events, including those of later versions. If the service
 * refuses the choice, it is undone and the error is thrown.
 */
export async function chooseWebhookEvents(events: EventName[] | null): Promise<void> {
  const detail = events === null ? "all" : events.join(", ");
  await withOwnWebhook({ action: "chose the webhook’s events", detail }, async (keeping) => {
    const before = await readWebhookChoice(keeping.db);
    await writeWebhookChoice(keeping.db, { events });
    if (!before.wanted) return;
    try {
      await putWebhookInOrder(keeping);
    } catch (error) {
      await writeWebhookChoice(keeping.db, { events: before.events });
      throw error;
    }
  });
}
