import { ENDED_TEXTS, ENDED_TITLES } from "@/lib/features/work-orders/messages";
import type { OrderContact } from "@/lib/features/work-orders/rules";
import { ContactOfOrder } from "./order-contact";

/** The page of a link that opens no order: why, and whom to contact. It has nothing to respond with. */
export function EndedOrder({
  state,
  contact,
}: {
  state: keyof typeof ENDED_TITLES;
  contact: OrderContact | null;
}) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-2 p-6 text-center">
      <h1 className="text-lead font-[600]">{ENDED_TITLES[state]}</h1>
      <p className="text-ink-2">{ENDED_TEXTS[state]}</p>
      {contact && (
        <div className="mt-2">
          <ContactOfOrder contact={contact} />
        </div>
      )}
    </main>
  );
}
