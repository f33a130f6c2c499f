"use client";

import { useSyncExternalStore } from "react";
import { useLocale } from "@/components/preferences/locale";
import { momentWithZone } from "@/lib/domain/time/display-zone";

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time of a page's data (epoch ms), in the browser's time zone. Without script in UTC. */
export function ShownAsOf({ at }: { at: number }) {
  const locale = useLocale();
  const zone = useSyncExternalStore(never, browserZone, () => "UTC");
  return (
    <span suppressHydrationWarning>
      As of {momentWithZone(locale, { at: new Date(at).toISOString(), zone })}
    </span>
  );
}
