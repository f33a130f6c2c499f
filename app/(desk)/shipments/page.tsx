import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { PageTop } from "@/components/shell/page-top";
import { ShipmentList } from "@/components/shipments/shipment-list";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { listShipments, readShipmentFilter, SHIPMENTS_A_PAGE } from "@/lib/mirror/shipments";

export const metadata: Metadata = { title: "Shipments" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function LoadedShipments({ searchParams }: Props) {
  await requirePageSession();
  const filter = readShipmentFilter(await searchParams);
  const { shipments, total } = await listShipments(db(), filter);
  return (
    <>
      <PageTop title="Shipments" />
      <ShipmentList
        shipments={shipments}
        total={total}
        filter={filter}
        pageSize={SHIPMENTS_A_PAGE}
        now={Date.now()}
      />
    </>
  );
}

export default function ShipmentsPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Shipments" />}>
      <PersonDisplay>
        <LoadedShipments {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
