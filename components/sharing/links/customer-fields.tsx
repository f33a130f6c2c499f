import { ChargesField } from "./charges-field";

/** What a customer's link also shows, nothing by default. Drivers never see charges or documents. */
export function CustomerFields() {
  return (
    <>
      <ChargesField />
      <label className="flex items-start gap-2">
        <input type="checkbox" name="documents" className="mt-0.5 size-4 accent-[var(--accent)]" />
        <span>
          Show documents
          <span className="block text-note text-ink-3">
            PDF and image files of these containers only, such as arrival notices and delivery orders. No
            freight invoices, no documents without a type.
          </span>
        </span>
      </label>
    </>
  );
}
