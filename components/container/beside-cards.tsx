import { Ago } from "@/components/live/age";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { CustomFieldEntry } from "@/lib/contract/custom-field";
import type { DocumentEntry } from "@/lib/contract/document";

/** What the mirror has of a box; `asOf` (UTC text): until when it knows, null: it was never read. */
export type Told<Entry> = { entries: readonly Entry[]; asOf: string | null; problem: string | null };

function AsOf({ asOf }: { asOf: string | null }) {
  return (
    asOf && (
      <>
        as of <Ago since={asOf} />
      </>
    )
  );
}

export function CustomFieldsCard({ told: { entries, asOf, problem } }: { told: Told<CustomFieldEntry> }) {
  return (
    <Card title="Custom fields" aside={<AsOf asOf={asOf} />}>
      {entries.length === 0 && asOf && <p className="text-ink-3">None on this container.</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
        {entries.map(({ slug, label, value }) => (
          <div key={slug} className="contents">
            <dt className="max-w-40 truncate text-ink-2" title={slug}>
              {label}
            </dt>
            <dd className="wrap-anywhere">{value || <span className="text-ink-3">empty</span>}</dd>
            <dd>{value && <CopyButton text={value} what={label} />}</dd>
          </div>
        ))}
      </dl>
      {problem && <p className="text-small text-ink-2">{problem}</p>}
    </Card>
  );
}

const STATUSES: Readonly<Record<string, string>> = {
  pending: "being read",
  extracted: "read",
  extraction_failed: "could not be read",
};

export function DocumentsCard({ told: { entries, asOf, problem } }: { told: Told<DocumentEntry> }) {
  return (
    <Card title="Documents" aside={<AsOf asOf={asOf} />}>
      {entries.length === 0 && asOf && <p className="text-ink-3">None with this container.</p>}
      <ul className="flex flex-col gap-1">
        {entries.map(({ id, name, kind, status, createdAt }) => (
          <li key={id} className="min-w-0">
            <span className="block truncate" title={name}>
              {name}
            </span>
            <span className="block text-small text-ink-3">
              {[kind ?? "kind not told", status && (STATUSES[status] ?? status)].filter(Boolean).join(" · ")}
              {createdAt && (
                <>
                  {" · "}
                  <Ago since={createdAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {problem && <p className="text-small text-ink-2">{problem}</p>}
    </Card>
  );
}
