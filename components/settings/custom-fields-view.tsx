import { AsOf } from "@/components/custom-fields/as-of";
import { ClockStart } from "@/components/live/clock";
import { OnlyWho } from "@/components/shell/may";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form-state";
import { Notice } from "@/components/ui/notice";
import { CUSTOM_ENTITY_TYPES } from "@/lib/contract/custom-field";
import { ENTITY_WORDS, type FieldDefinition, type FieldOption } from "@/lib/dispatch/custom-fields";
import { ActForm } from "./act-form";
import { CustomFieldItem } from "./custom-field-item";
import { NewCustomField } from "./new-custom-field";
import { SettingsIntro } from "./settings-intro";

/** A definition, with how many records hold a value of it and of each of its options. */
export type DefinedField = Omit<FieldDefinition, "options"> & {
  records: number;
  options: readonly (FieldOption & { records: number })[];
};

export type DefinitionActions = Record<
  "ask" | "create" | "edit" | "remove" | "addOptions" | "renameOption" | "moveOption" | "removeOption",
  FormAction
>;

const SINGULAR: Readonly<Record<string, string>> = {
  Container: "container",
  Shipment: "shipment",
  TrackingRequest: "tracking request",
};

/** Settings → Custom fields: what the account defines, by what it stands on. `now` is the present instant, epoch ms. */
export function CustomFieldsView({
  fields,
  asOf,
  problem,
  actions,
  now,
}: {
  fields: readonly DefinedField[];
  asOf: string | null;
  problem: string | null;
  actions: DefinitionActions;
  now: number;
}) {
  const known: readonly string[] = CUSTOM_ENTITY_TYPES;
  const kinds = [
    ...known,
    ...new Set(fields.map(({ entityType }) => entityType).filter((it) => !known.includes(it))),
  ];
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Custom fields" stale={false}>
        Fields of your own on containers and shipments, kept by the tracking service. Values are set on each
        record’s page; the board can be filtered by them.
      </SettingsIntro>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-note text-ink-2">
          {asOf ? (
            <>
              Read <AsOf asOf={asOf} />
            </>
          ) : null}
          {problem && <span> {problem}</span>}
        </p>
        <OnlyWho may="administer">
          <ActForm action={actions.ask} label="Ask the service now" pendingText="Asking…" />
        </OnlyWho>
      </div>
      <OnlyWho may="administer">
        <NewCustomField action={actions.create} />
      </OnlyWho>
      {fields.length === 0 && asOf && (
        <Card title="Defined">
          <Notice title="No custom fields yet">
            Define the first above: a buyer, a cost centre, whether a box is hot.
          </Notice>
        </Card>
      )}
      {kinds.map((entityType) => {
        const own = fields.filter((field) => field.entityType === entityType);
        if (own.length === 0) return null;
        return (
          <Card
            key={entityType}
            title={ENTITY_WORDS[entityType] ?? entityType}
            aside={`${own.length} defined`}
          >
            <ul>
              {own.map((field) => (
                <CustomFieldItem
                  key={field.id}
                  field={field}
                  word={SINGULAR[entityType] ?? "record"}
                  actions={actions}
                />
              ))}
            </ul>
          </Card>
        );
      })}
    </ClockStart>
  );
}
