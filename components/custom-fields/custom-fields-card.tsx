import Link from "next/link";
import { AsOf, type Reported } from "@/components/realtime/as-of";
import { settingsHref } from "@/components/settings/settings-pages";
import { Card } from "@/components/ui/card";
import { OnlyWho } from "@/components/ui/permissions";
import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import type { RecordField } from "@/lib/features/custom-fields/rules/custom-field";
import { FieldRow } from "./field-row";
import type { FieldActions, FieldsOf } from "./types";

/**
 * The custom fields of a record, each with a form to set it. `zone` is the zone of the record's location, `now` is in
 * epoch ms.
 */
export function CustomFieldsCard({
  record,
  fields,
  reported: { asOf, problem },
  zone,
  now,
  actions,
}: {
  record: FieldsOf;
  fields: readonly RecordField[];
  reported: Reported;
  zone: string | null;
  now: number;
  actions: FieldActions;
}) {
  return (
    <Card title="Custom fields" aside={<AsOf asOf={asOf} />}>
      {fields.length === 0 && asOf && (
        <p className="text-ink-3">
          No custom fields for {FIELD_RECORDS[record.type].word}s.{" "}
          <OnlyWho may="administer">
            <Link href={settingsHref("custom-fields")} className="text-accent underline">
              Create one in Settings
            </Link>
          </OnlyWho>
        </p>
      )}
      <ul>
        {fields.map((field) => (
          <FieldRow key={field.slug} record={record} field={field} zone={zone} now={now} actions={actions} />
        ))}
      </ul>
      {problem && <p className="text-small text-ink-2">{problem}</p>}
    </Card>
  );
}
