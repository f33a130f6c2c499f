"use server";

import { formAction, signedInAnswer } from "@/app/(dashboard)/_forms/form-action";
import type { SendOrderResponse } from "@/components/work-orders/send-data";
import { sendWorkOrder } from "@/lib/features/work-orders/commands/send-work-order";
import { withdrawWorkOrder } from "@/lib/features/work-orders/commands/withdraw-work-order";
import { orderHref } from "@/lib/features/work-orders/urls";
import { config } from "@/lib/platform/config/config";

/** Sends a work order and returns the address of its page, which is shown only once. */
export async function sendWorkOrderAction(requested: unknown): Promise<SendOrderResponse> {
  return signedInAnswer(
    sendWorkOrder,
    requested,
    ({ token, expiresAt, ...order }) => ({
      sent: {
        ...order,
        address: `${config().publicUrl}${orderHref(token)}`,
        expiresAt: expiresAt.toISOString(),
      },
    }),
    { fields: { deliveryPlace: "deliveryPlace" } },
  );
}

/** Withdraws a work order and ends its link. Field: `id`. */
export const withdrawWorkOrderAction = formAction(withdrawWorkOrder, {
  read: (form) => ({ id: form.get("id") }),
  done: (withdrawn) => (withdrawn ? "Work order withdrawn." : "It was already withdrawn."),
});
