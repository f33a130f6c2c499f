import { endedPage } from "@/lib/features/work-orders/messages";
import type { OrderContact } from "@/lib/features/work-orders/rules";
import { ContactOfOrder } from "./order-contact";

/** The page of a link that opens no order: that it ended, and whom to contact. It has nothing to respond with. */
export function EndedOrder({
  state,
  contact,
}: {
  state: Parameters<typeof endedPage>[0];
  contact: OrderContact | null;
}) {
  const { title, text } = endedPage(state);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-2 p-6 text-center">
      <h1 className="text-lead font-[600]">{title}</h1>
      <p className="text-ink-2">{text}</p>
      {contact && (
        <div className="mt-2">
          <ContactOfOrder contact={contact} />
        </div>
      )}
    </main>
  );
}
