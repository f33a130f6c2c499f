import Link from "next/link";
import NotFound from "@/app/(dashboard)/not-found";
import { Ago } from "@/components/time/age";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { findDeletedRecord } from "@/lib/features/retention/queries";
import { db } from "@/lib/platform/database/client";

/** The page of a record that is not in the mirror: one that retention deleted, or one that is not tracked. */
export async function MissingRecord({ type, id }: { type: "container" | "shipment"; id: string }) {
  const deleted = await findDeletedRecord(db(), type, id);
  if (!deleted) return <NotFound />;
  const number = type === "container" ? formatContainerNumber(deleted.number) : deleted.number;
  return (
    <div className="mt-8 rounded-card border border-line bg-surface">
      <Notice
        title={number ? `${number} was deleted` : "This record was deleted"}
        action={
          <>
            <Link href="/track" className={buttonClass("main")}>
              Track it again
            </Link>
            <Link href="/board" className={buttonClass()}>
              Go to board
            </Link>
          </>
        }
      >
        Its move had ended, and the time that finished containers are kept was over. It was deleted{" "}
        <Ago since={deleted.deletedAt} />. Reports keep its totals.
      </Notice>
    </div>
  );
}
