"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

const POLL_MS = 60_000;

/** Pages for users outside the dispatch team: customers, visitors of links and embeds, and viewers of the wallboard. */
const OUTSIDE = /^\/(?:my|share|embed|wall|sign-in|invite|order)(?:\/|$)/;

const INSTANT = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

async function isOver(): Promise<boolean> {
  try {
    const health: unknown = await (await fetch("/api/health", { cache: "no-store" })).json();
    return (
      health !== null &&
      typeof health === "object" &&
      "restoredFrom" in health &&
      health.restoredFrom === null
    );
  } catch {
    return false;
  }
}

/**
 * Shows on every page that the installation was restored and is paused. Disappears automatically after the take-over.
 */
export function RestoredBanner({ backupAt }: { backupAt: string }) {
  const path = usePathname();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => void isOver().then((now) => now && setOver(true)), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  if (over) return null;
  const asOf = `${INSTANT.format(new Date(backupAt))} UTC`;
  return (
    <p role="status" className="bg-soon-soft px-3 py-2 text-center text-soon print:hidden">
      {OUTSIDE.test(path ?? "") ? (
        <>Updates are paused. Data as of {asOf}.</>
      ) : (
        <>
          <strong className="font-[620]">Restored from the backup of {asOf}, and paused.</strong> Jobs, sync,
          webhook registration, and webhook deliveries are on hold. To resume, stop the original, then start
          this one with <code className="font-mono">npm run up -- --take-over</code> (from an image, run{" "}
          <code className="font-mono">prepare --take-over</code>).
        </>
      )}
    </p>
  );
}
