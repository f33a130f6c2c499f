import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readPlanPage } from "@/app/(dashboard)/plan/read-plan-page";
import { PrintPlan } from "@/components/moves/day-plan/print-plan";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { readCompany } from "@/lib/features/company/queries";
import { db } from "@/lib/platform/database/client";
import type { Address } from "@/lib/platform/database/storable-id";

export const metadata: Metadata = { title: "Print plan" };

type Props = { searchParams: Promise<Address> };

async function Print({ searchParams }: Props) {
  const { plan, query, problems, locale } = await readPlanPage(await searchParams);
  const company = await readCompany(db());
  return <PrintPlan plan={plan} query={query} problems={problems} locale={locale} company={company} />;
}

/** The printable moves of a day: `/plan/print` with the day plan's own parameters. */
export default function PrintPlanPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Print plan" />}>
      <UserDisplay>
        <Print {...props} />
      </UserDisplay>
    </Suspense>
  );
}
