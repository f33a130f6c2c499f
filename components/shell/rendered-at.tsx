"use client";

import { useLocale } from "@/components/preferences/locale";
import { formatMoment } from "@/lib/domain/time/time-format";

/** The time when the mirror was read for this page (ISO 8601, UTC). */
export function RenderedAt({ at }: { at: string }) {
  return (
    <p data-rendered-at={at} className="mt-4 text-note text-ink-3">
      Data as of {formatMoment(useLocale(), { at, zone: "UTC" })} UTC.
    </p>
  );
}
