import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { EditList } from "@/components/ui/lists/edit-list";
import { ListRows } from "@/components/ui/lists/text-list";
import type { ShipmentAttributes } from "@/lib/contract/shipment";

const HINT = "One per line. Applies to every container in the shipment.";

/** The shipment's references and tags, each copied with one click, with a form to edit them. */
export function ShipmentReferences({
  id,
  attributes,
  editAction,
}: {
  id: string;
  attributes: ShipmentAttributes;
  editAction: FormAction;
}) {
  const lists = [
    {
      list: "shipmentReferences",
      label: "Shipment references",
      entries: attributes.ref_numbers ?? [],
    },
    { list: "shipmentTags", label: "Shipment tags", entries: attributes.tags ?? [] },
  ] as const;
  return (
    <Card title="References and tags">
      {lists.map((list) => (
        <ListRows key={list.list} label={list.label} entries={[...new Set(list.entries)]}>
          <EditList list={{ record: { shipmentId: id }, hint: HINT, ...list }} action={editAction} />
        </ListRows>
      ))}
    </Card>
  );
}
