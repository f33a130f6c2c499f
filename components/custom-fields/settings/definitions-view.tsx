import { AsOf } from "@/components/realtime/as-of";
import { ActionForm } from "@/components/settings/action-form";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { OnlyWho } from "@/components/ui/permissions";
import { CUSTOM_ENTITY_TYPES } from "@/lib/contract/custom-field";
import { ENTITY_LABELS } from "@/lib/features/custom-fields/rules/custom-field";
import { CustomFieldItem } from "./definition-item";
import { NewCustomField } from "./new-definition";
import type { DefinedField, DefinitionActions } from "./types";

const SINGULAR: Readonly<Record<string, string>> = {
  Container: "container",
  Shipment: "shipment",
  TrackingRequest: "tracking request",
};

/** Settings → Custom fields: the account's definitions by record type. `now` is the current time in epoch ms. */
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
        Your own fields on containers and shipments, saved by the tracking service. Set values on each
        record’s page. Use them to filter the board.
      </SettingsIntro>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-note text-ink-2">
          {asOf ? (
            <>
              Data <AsOf asOf={asOf} />
            </>
          ) : null}
          {problem && <span> {problem}</span>}
        </p>
        <OnlyWho may="administer">
          <ActionForm action={actions.ask} label="Update now" pendingText="Updating…" />
        </OnlyWho>
      </div>
      <OnlyWho may="administer">
        <NewCustomField action={actions.create} />
      </OnlyWho>
      {fields.length === 0 && asOf && (
        <Card title="Fields">
          <Notice title="No custom fields yet">
            Create the first one above, such as buyer, cost center or hot container.
          </Notice>
        </Card>
      )}
      {kinds.map((entityType) => {
        const own = fields.filter((field) => field.entityType === entityType);
        if (own.length === 0) return null;
        return (
          <Card
            key={entityType}
            title={ENTITY_LABELS[entityType] ?? entityType}
            aside={`${own.length} defined`}
          >
            <ul>
              {own.map((field) => (
                <CustomFieldItem
                  key={field.id}
                  field={field}
                  label={SINGULAR[entityType] ?? "record"}
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
