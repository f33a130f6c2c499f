import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { relatedProblem } from "@/app/(dashboard)/_record-cards/refusal-text";
import { CustomFieldsView } from "@/components/custom-fields/settings/definitions-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readDefinitionsState } from "@/lib/features/containers/queries/supplementary-data";
import { countHeld, listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { db } from "@/lib/platform/database/client";
import {
  addOptionsAction,
  createDefinitionAction,
  editDefinitionAction,
  fetchDefinitionsAction,
  moveOptionAction,
  removeDefinitionAction,
  removeOptionAction,
  renameOptionAction,
} from "./actions";

export const metadata: Metadata = { title: "Custom fields" };

async function LoadedCustomFields() {
  await requirePageSession("dashboard");
  const [definitions, counts, state] = await Promise.all([
    listDefinitions(db()),
    countHeld(db()),
    readDefinitionsState(db()),
  ]);
  const fields = definitions.map((definition) => ({
    ...definition,
    records: counts.get(definition.id)?.records ?? 0,
    options: definition.options.map((option) => ({
      ...option,
      records: counts.get(definition.id)?.options[option.value] ?? 0,
    })),
  }));
  const problem = relatedProblem(state, "custom fields", "This account’s plan has no custom fields.");
  return (
    <CustomFieldsView
      fields={fields}
      asOf={state.asOf}
      problem={problem}
      now={Date.now()}
      actions={{
        ask: fetchDefinitionsAction,
        create: createDefinitionAction,
        edit: editDefinitionAction,
        remove: removeDefinitionAction,
        addOptions: addOptionsAction,
        renameOption: renameOptionAction,
        moveOption: moveOptionAction,
        removeOption: removeOptionAction,
      }}
    />
  );
}

export default function CustomFieldsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedCustomFields />
      </UserDisplay>
    </Suspense>
  );
}
