import type { Metadata } from "next";
import { openOrder, showOrder } from "@/app/order/visitor";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { NoteSeen } from "@/components/sharing/pages/note-seen";
import { SharedFrame, SharedNotice } from "@/components/sharing/pages/page-frame";
import { ClockStart } from "@/components/time/clock";
import { EndedOrder } from "@/components/work-orders/ended-order";
import { OrderView } from "@/components/work-orders/order-view";
import { readCompany } from "@/lib/features/company/queries";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { orderApi } from "@/lib/features/work-orders/urls";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = {
  title: "Work order",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Not streamed, so that an invalid link can set the response status.
export const instant = false;

/** The work order of a link, for its dray carrier. */
export default async function OrderRoute({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const opened = await openOrder(token);
  const visit = opened.state === "open" ? await showOrder(opened) : opened;
  if (visit.state === "busy")
    return <SharedNotice title="Too many requests">Try again in {visit.waitSeconds} seconds.</SharedNotice>;
  if (visit.state !== "shown")
    return <EndedOrder state={visit.state} contact={"contact" in visit ? visit.contact : null} />;
  const { page, label } = visit;
  const now = Date.now();
  const address = orderApi(token);
  return (
    <ClockStart at={now}>
      <SharedFrame
        title={label}
        company={await readCompany(db())}
        live={<SharedLive address={address} version={versionOf(page)} readAt={now} />}
      >
        <NoteSeen address={address} />
        <OrderView order={page} address={address} />
      </SharedFrame>
    </ClockStart>
  );
}
