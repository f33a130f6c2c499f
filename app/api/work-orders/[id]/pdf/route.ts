import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { pdfResponse } from "@/app/order/pdf-response";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { findOrder } from "@/lib/features/work-orders/queries/open-order";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ id: string }> };

/** A work order as a PDF, for users of the dashboard. See docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    await requireSession("dashboard");
    const order = await findOrder(db(), (await params).id);
    if (!order) throw new AppError("not_found", "This work order was withdrawn.");
    return await pdfResponse(order);
  } catch (error) {
    return errorResponse(error);
  }
}
