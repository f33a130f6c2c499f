"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Age } from "@/components/time/age";
import { counted } from "@/lib/platform/text/counted";

/** Changed containers that are not yet in the figures, and since when (UTC text). */
export type Behind = { containers: number; since: string | null };

const SOON_MS = 1_500;
const LATER_MS = 15_000;
const LONG_MS = 60_000;

/** Shows that the figures are behind the board, and refetches the page until they are current. */
export function CatchingUp({ behind: { containers, since }, readAt }: { behind: Behind; readAt: string }) {
  const router = useRouter();
  const late = since !== null && Date.parse(readAt) - Date.parse(since) > LONG_MS;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each read that still lags waits again
  useEffect(() => {
    if (containers === 0) return;
    const timer = setTimeout(() => router.refresh(), late ? LATER_MS : SOON_MS);
    return () => clearTimeout(timer);
  }, [router, containers, late, readAt]);

  if (containers === 0) return null;
  return (
    <p role="status" data-behind={containers} className="mt-2 text-note text-ink-2">
      {counted(containers, "container")} changed since this report was calculated{" "}
      {late && since ? (
        <>
          and have waited for <Age since={since} />. The board is up to date; reports are catching up.
        </>
      ) : (
        "and will be included within seconds."
      )}
    </p>
  );
}
