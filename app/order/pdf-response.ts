import { timeText } from "@/lib/features/work-orders/messages";
import { orderPdf } from "@/lib/features/work-orders/pdf/order-pdf";
import type { OpenOrder } from "@/lib/features/work-orders/queries/open-order";
import { loadOrderPage } from "@/lib/features/work-orders/queries/order-page";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** The PDF of an order, as a download. */
export async function pdfResponse(order: OpenOrder): Promise<Response> {
  const now = new Date();
  const { locale } = config();
  const page = await loadOrderPage(db(), order, { locale, now });
  const printed = timeText(locale, { at: now.toISOString(), zone: page.zone }, now);
  const file = `work-order-${page.number.replace(/[^A-Za-z0-9]/g, "") || "container"}.pdf`;
  return new Response(new Uint8Array(await orderPdf(locale, page, printed)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${file}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
