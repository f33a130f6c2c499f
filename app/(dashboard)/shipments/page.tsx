import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Shipments } from "@/components/shipments/shipments";
import { PAGE_SIZE } from "@/components/ui/lists/page-size";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { addressParams } from "@/lib/features/board/queries/filter-sql";
import { listShipments } from "@/lib/features/shipments/queries/shipments";
import { readShipmentQuery } from "@/lib/features/shipments/rules/shipment-address";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Shipments" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function LoadedShipments({ searchParams }: Props) {
  await requirePageSession("dashboard");
  const { query } = readShipmentQuery(addressParams(await searchParams));
  const start = await listShipments(db(), query, { offset: 0, limit: PAGE_SIZE }, new Date());
  return <Shipments start={start} />;
}

export default function ShipmentsPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Shipments" />}>
      <UserDisplay>
        <LoadedShipments {...props} />
      </UserDisplay>
    </Suspense>
  );
}
