import { type ReactNode, Suspense } from "react";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { SettingsNav, SettingsNavUnmarked } from "@/components/settings/settings-nav";
import { MayStart } from "@/components/ui/permissions";
import { rightsOf } from "@/lib/auth/access/roles";
import { findSession } from "@/lib/auth/sign-in/current-session";

/** The settings pages that the signed-in user may read. */
async function Pages() {
  const session = await findSession();
  return (
    <MayStart rights={session ? rightsOf(session.role) : []}>
      <SettingsNav />
    </MayStart>
  );
}

/** The layout of the settings. It checks no session: each page and action does that itself. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <SettingsFrame
      nav={
        <Suspense fallback={<SettingsNavUnmarked />}>
          <Pages />
        </Suspense>
      }
    >
      {children}
    </SettingsFrame>
  );
}
