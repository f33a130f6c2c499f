import { redirect } from "next/navigation";
import { Suspense } from "react";
import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { may } from "@/lib/auth/access/roles";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";

async function FirstPage(): Promise<never> {
  const { role } = await requirePageSession("dashboard");
  const first = SETTINGS_PAGES.find(({ right }) => may(role, right));
  redirect(settingsHref(first?.slug ?? "you"));
}

/** Redirects to the first settings page that the user may read. */
export default function SettingsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <FirstPage />
    </Suspense>
  );
}
