import { readResponse, respondToCarrier } from "@/app/order/visitor";
import { acceptOrder, acceptSchema } from "@/lib/features/work-orders/commands/respond-to-order";
import { db } from "@/lib/platform/database/client";

const MAX_BYTES = 2_000;

/** Accepts the shown version of a work order. See docs/api.md. */
export const POST = (
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> =>
  respondToCarrier(request, params, async (tokenId) =>
    acceptOrder(db(), tokenId, await readResponse(request, acceptSchema, MAX_BYTES), new Date()),
  );
