import type { Metadata } from "next";
import { Suspense } from "react";
import NotHeld from "@/app/(desk)/not-found";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { ShipmentView } from "@/components/shipments/shipment-view";
import { requirePageSession } from "@/lib/auth/session";
import { readShipmentPage } from "@/lib/mirror/cached/reads";

export const metadata: Metadata = { title: "Shipment" };

type Props = { params: Promise<{ id: string }> };

async function LoadedShipment({ params }: Props) {
  await requirePageSession();
  const page = await readShipmentPage(decodeURIComponent((await params).id));
  // The frame is sent already: an error of the router would be one in the browser, too.
  if (!page) return <NotHeld />;
  return <ShipmentView data={page} now={Date.now()} />;
}

export default function ShipmentPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton aside />}>
      <PersonDisplay>
        <LoadedShipment {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
