import { readResponse, respondToCarrier } from "@/app/order/visitor";
import { declineOrder, declineSchema } from "@/lib/features/work-orders/commands/respond-to-order";
import { db } from "@/lib/platform/database/client";

const MAX_BYTES = 4_000;

/** Declines the shown version of a work order. See docs/api.md. */
export const POST = (
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> =>
  respondToCarrier(request, params, async (tokenId) =>
    declineOrder(db(), tokenId, await readResponse(request, declineSchema, MAX_BYTES), new Date()),
  );
