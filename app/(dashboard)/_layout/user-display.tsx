import type { ReactNode } from "react";
import { ZoneDisplay } from "@/components/preferences/display-zone";
import { LocaleDisplay } from "@/components/preferences/locale";
import { MayStart } from "@/components/ui/permissions";
import { rightsOf } from "@/lib/auth/access/roles";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { displayZone } from "@/lib/features/preferences/rules";
import { readUserPreferences } from "./user-preferences";

/** Renders a page with the user's time zone, locale and permissions, starting with the first paint. */
export async function UserDisplay({ children }: { children: ReactNode }) {
  const session = await requirePageSession("dashboard");
  const preferences = await readUserPreferences(session.userId);
  return (
    <MayStart rights={rightsOf(session.role)}>
      <ZoneDisplay zone={displayZone(preferences)}>
        <LocaleDisplay locale={preferences.locale}>{children}</LocaleDisplay>
      </ZoneDisplay>
    </MayStart>
  );
}
