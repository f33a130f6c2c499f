import { connection } from "next/server";
import { errorResponse, jsonResponse, requireSameOrigin } from "@/app/api/_http/responses";
import { openOrder, requireOrder } from "@/app/order/visitor";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { noteOrderViewed } from "@/lib/features/work-orders/commands/note-order-shown";
import { loadOrderPage } from "@/lib/features/work-orders/queries/order-page";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ token: string }> };

/** The current version of a work order's page, for pages that are open: `{"version"}` without any content. 404 when the link has ended. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const visit = await openOrder((await params).token);
    if (visit.state === "busy") throw new AppError("too_many_tries", "Try again in a minute.");
    if (visit.state !== "open") throw new AppError("not_found", "Link not found.");
    const page = await loadOrderPage(db(), visit, { locale: config().locale, now: new Date() });
    return jsonResponse({ version: versionOf(page) });
  } catch (error) {
    return errorResponse(error);
  }
}

/** Records that the page of a work order is seen. The page sends it when it is visible. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    requireSameOrigin(request);
    await noteOrderViewed(db(), await requireOrder((await params).token), new Date());
    return jsonResponse({ saved: true });
  } catch (error) {
    return errorResponse(error);
  }
}
