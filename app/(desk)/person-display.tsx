import type { ReactNode } from "react";
import { ZoneDisplay } from "@/components/shell/zone-display";
import { requirePageSession } from "@/lib/auth/session";
import { shownZone } from "@/lib/dispatch/preferences";
import { readPersonPreferences } from "./person-preferences";

/** Shows the times of a page as its reader wants them, from the first paint on. */
export async function PersonDisplay({ children }: { children: ReactNode }) {
  const session = await requirePageSession("desk");
  const zone = shownZone(await readPersonPreferences(session.userId));
  return <ZoneDisplay zone={zone}>{children}</ZoneDisplay>;
}
