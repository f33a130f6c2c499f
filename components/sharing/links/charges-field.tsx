/** Whether charges are among what is shown: asked for customers alone, drivers are never shown any. */
export function ChargesField() {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" name="charges" className="size-4 accent-[var(--accent)]" />
      Show charges, too
    </label>
  );
}
