/** The time when the mirror was read for this page (ISO 8601, UTC). */
export function RenderedAt({ at }: { at: string }) {
  return (
    <p data-rendered-at={at} className="mt-4 text-note text-ink-3">
      Data as of {at.slice(0, 10)} at {at.slice(11, 16)} UTC.
    </p>
  );
}
