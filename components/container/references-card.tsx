import Link from "next/link";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { BoardRow } from "@/lib/dispatch/board-row";
import type { Box } from "@/lib/dispatch/box";

type Entry = { label: string; text: string; href?: string };

function entries(row: BoardRow, box: Box): Entry[] {
  const { seal_number: seal, weight_in_lbs: weight } = box.container;
  const found: (Entry | null)[] = [
    row.billOfLading
      ? {
          label: "BOL",
          text: row.billOfLading,
          href: row.shipmentId ? `/shipments/${encodeURIComponent(row.shipmentId)}` : undefined,
        }
      : null,
    row.customer ? { label: "Customer", text: row.customer } : null,
    ...row.references.map((reference) => ({ label: "Reference", text: reference })),
    seal ? { label: "Seal", text: seal } : null,
    weight ? { label: "Weight", text: `${weight.toLocaleString("en-US")} lb` } : null,
    row.port.name
      ? { label: "POD", text: [row.port.name, row.port.locode].filter(Boolean).join(", ") }
      : null,
    row.destination?.name
      ? {
          label: "Destination",
          text: [row.destination.name, row.destination.locode].filter(Boolean).join(", "),
        }
      : null,
  ];
  return found.filter((entry) => entry !== null);
}

/** The numbers it goes by, each copied with one click. */
export function ReferencesCard({ row, box }: { row: BoardRow; box: Box }) {
  return (
    <Card title="References">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
        {entries(row, box).map(({ label, text, href }) => (
          <div key={`${label} ${text}`} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="truncate" title={text}>
              {href ? (
                <Link href={href} className="text-accent hover:underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </dd>
            <dd>
              <CopyButton text={text} what={label} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
