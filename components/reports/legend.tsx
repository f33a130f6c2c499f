/** The legend of the deadline bars: full, striped, outlined. */
export function Legend() {
  return (
    <ul className="mb-2 flex gap-3.5 text-note text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 bg-go" /> Ready
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="size-2.5 border border-late bg-[repeating-linear-gradient(45deg,var(--late)_0_2px,var(--late-soft)_2px_4px)]"
        />{" "}
        Held
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 border border-ink-3 bg-surface" /> Other
      </li>
    </ul>
  );
}
