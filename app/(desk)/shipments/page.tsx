import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Shipments } from "@/components/shipments/shipments";
import { PAGE_SIZE } from "@/components/ui/list-page";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readShipmentQuery } from "@/lib/dispatch/shipment-query";
import { addressParams } from "@/lib/mirror/board-filter";
import { listShipments } from "@/lib/mirror/shipments";

export const metadata: Metadata = { title: "Shipments" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function LoadedShipments({ searchParams }: Props) {
  await requirePageSession("desk");
  const { query } = readShipmentQuery(addressParams(await searchParams));
  const start = await listShipments(db(), query, { offset: 0, limit: PAGE_SIZE }, new Date());
  return <Shipments start={start} />;
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
