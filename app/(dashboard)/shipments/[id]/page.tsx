import type { Metadata } from "next";
import { Suspense } from "react";
import { MissingRecord } from "@/app/(dashboard)/_layout/missing-record";
import { recordTitle } from "@/app/(dashboard)/_layout/record-title";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { makeShareLinkAction } from "@/app/(dashboard)/settings/shared-links/actions";
import { ShareProvider } from "@/components/sharing/links/share-provider";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { ShipmentView } from "@/components/shipments/shipment-view";
import { may } from "@/lib/auth/access/roles";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { readShipmentPage } from "@/lib/features/shipments/queries/cached-page";
import { loadShipmentRoles } from "@/lib/features/shipments/queries/shipment-page";
import { shipmentListAddress } from "@/lib/features/shipments/rules/shipment-address";
import { shipmentNumber } from "@/lib/features/shipments/rules/shipment-row";
import { db } from "@/lib/platform/database/client";
import { assignRoleAction, editShipmentListAction, removeRoleAction, switchTrackingAction } from "./actions";
import { ShipmentRelated } from "./supplementary-cards";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ from?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return recordTitle("Shipment", async () => {
    const page = await readShipmentPage(decodeURIComponent((await params).id));
    return page && shipmentNumber(page.attributes);
  });
}

const ACTIONS = {
  assign: assignRoleAction,
  remove: removeRoleAction,
  switchTracking: switchTrackingAction,
  editList: editShipmentListAction,
};

async function LoadedShipment({ params, searchParams }: Props) {
  const { role, userId } = await requirePageSession("dashboard");
  const id = decodeURIComponent((await params).id);
  const [page, { parties }, roles, { locale }] = await Promise.all([
    readShipmentPage(id),
    readParties(),
    loadShipmentRoles(db(), id),
    readUserPreferences(userId),
  ]);
  // The layout is already sent, so the router's error would also appear as an error in the browser.
  if (!page) return <MissingRecord type="shipment" id={id} />;
  const from = shipmentListAddress([(await searchParams).from].flat()[0]);
  const now = Date.now();
  return (
    <ShareProvider create={may(role, "share") ? makeShareLinkAction : null}>
      <ShipmentView
        data={page}
        roles={roles}
        parties={parties}
        now={now}
        locale={locale}
        from={from}
        actions={ACTIONS}
      />
      <ShipmentRelated id={id} zone={page.attributes.pod_timezone ?? null} now={now} />
    </ShareProvider>
  );
}

export default function ShipmentPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton aside />}>
      <UserDisplay>
        <LoadedShipment {...props} />
      </UserDisplay>
    </Suspense>
  );
}
