/** Whether charges are shown. Offered for customer links only; drivers never see charges. */
export function ChargesField() {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" name="charges" className="size-4 accent-[var(--accent)]" />
      Show charges
    </label>
  );
}
