import type { ReactNode } from "react";
import { MayStart } from "@/components/shell/may";
import { ZoneDisplay } from "@/components/shell/zone-display";
import { rightsOf } from "@/lib/auth/access";
import { requirePageSession } from "@/lib/auth/session";
import { shownZone } from "@/lib/dispatch/preferences";
import { readPersonPreferences } from "./person-preferences";

/** Shows a page as its reader wants its times, and offers what they may do, from the first paint on. */
export async function PersonDisplay({ children }: { children: ReactNode }) {
  const session = await requirePageSession("desk");
  const zone = shownZone(await readPersonPreferences(session.userId));
  return (
    <MayStart rights={rightsOf(session.role)}>
      <ZoneDisplay zone={zone}>{children}</ZoneDisplay>
    </MayStart>
  );
}
