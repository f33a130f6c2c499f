import type { Metadata } from "next";
import { Suspense } from "react";
import { CompanyView } from "@/components/company/company-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readCompany } from "@/lib/features/company/queries";
import { db } from "@/lib/platform/database/client";
import { removeLogoAction, saveCompanyNameAction } from "./actions";

export const metadata: Metadata = { title: "Company" };

async function LoadedCompany() {
  await requirePageSession("administer");
  const actions = { saveName: saveCompanyNameAction, removeLogo: removeLogoAction };
  return <CompanyView company={await readCompany(db())} actions={actions} />;
}

export default function CompanyPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedCompany />
    </Suspense>
  );
}
