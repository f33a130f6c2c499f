import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { withKeys } from "@/components/ui/with-keys";

/** A list of texts with a copy button for each and an edit button for the whole list. */
export function ListRows({
  label,
  entries,
  children,
}: {
  label: string;
  entries: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="mt-1.5 border-t border-line pt-1.5">
      <div className="flex flex-wrap items-center justify-between">
        <h3 className="text-note text-ink-2">{label}</h3>
        {entries.length === 0 && <span className="ml-2 flex-1 text-note text-ink-3">none</span>}
        {children}
      </div>
      <ul>
        {withKeys(entries, (entry) => entry).map(({ key, item: entry }) => (
          <li key={key} className="flex items-center justify-between gap-2">
            <bdi className="truncate" title={entry}>
              {entry}
            </bdi>
            <CopyButton text={entry} what={label.toLowerCase()} />
          </li>
        ))}
      </ul>
    </div>
  );
}
