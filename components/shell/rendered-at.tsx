/** When the desk's copy was read for this page (ISO 8601, UTC). */
export function RenderedAt({ at }: { at: string }) {
  return (
    <p data-rendered-at={at} className="mt-4 text-note text-ink-3">
      As the desk knew it on {at.slice(0, 10)} at {at.slice(11, 19)} UTC.
    </p>
  );
}
