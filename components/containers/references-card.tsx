import Link from "next/link";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { FormAction } from "@/components/ui/forms/form-state";
import { EditList } from "@/components/ui/lists/edit-list";
import { ListRows } from "@/components/ui/lists/text-list";
import { withKeys } from "@/components/ui/with-keys";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { shipmentHref } from "@/lib/features/containers/urls";

type Entry = { label: string; text: string; href?: string };

function facts(row: BoardRow, container: Container): Entry[] {
  const { seal_number: seal, weight_in_lbs: weight } = container.attributes;
  const found: (Entry | null)[] = [
    row.billOfLading
      ? {
          label: "BOL",
          text: row.billOfLading,
          href: row.shipmentId ? shipmentHref(row.shipmentId) : undefined,
        }
      : null,
    row.customer ? { label: "Customer", text: row.customer } : null,
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

function FactRow({ label, text, href }: Entry) {
  return (
    <>
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
    </>
  );
}

/** The container's numbers, each copied with one click, and its editable references and tags. */
export function ReferencesCard({
  row,
  container,
  editAction,
}: {
  row: BoardRow;
  container: Container;
  editAction: FormAction;
}) {
  const shipment = container.shipment?.attributes;
  const lists = [
    {
      list: "containerReferences",
      label: "Container references",
      hint: "One per line. Replaces the current list.",
      entries: container.attributes.ref_numbers ?? [],
    },
    ...(shipment
      ? ([
          {
            list: "shipmentReferences",
            label: "Shipment references",
            hint: "One per line. Applies to every container in the shipment.",
            entries: shipment.ref_numbers ?? [],
          },
          {
            list: "shipmentTags",
            label: "Shipment tags",
            hint: "One per line. Applies to every container in the shipment.",
            entries: shipment.tags ?? [],
          },
        ] as const)
      : []),
  ] as const;
  return (
    <Card title="References">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
        {withKeys(facts(row, container), ({ label, text }) => `${label} ${text}`).map(({ key, item }) => (
          <FactRow key={key} {...item} />
        ))}
      </dl>
      {lists.map((list) => (
        <ListRows key={list.list} label={list.label} entries={[...new Set(list.entries)]}>
          <EditList list={{ record: { containerId: row.id }, ...list }} action={editAction} />
        </ListRows>
      ))}
    </Card>
  );
}
