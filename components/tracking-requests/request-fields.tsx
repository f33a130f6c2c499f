"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { FieldRow } from "@/components/custom-fields/field-row";
import type { FieldActions } from "@/components/custom-fields/types";
import { ScriptedButton } from "@/components/ui/scripted-button";
import type { RecordField } from "@/lib/features/custom-fields/rules/custom-field";
import { joined } from "@/lib/platform/text/bidi";

/** The nonempty custom fields as text, for example "Buyer Ana · PO 7". */
function heldWords(fields: readonly RecordField[]): string {
  return joined(fields.flatMap(({ name, held }) => (held?.value ? [`${name} ${held.value}`] : [])));
}

/** The custom fields of a tracking request: a one-line summary, and a form for each when expanded. */
export function RequestFields({
  id,
  number,
  fields,
  now,
  actions,
}: {
  id: string;
  number: string;
  fields: readonly RecordField[];
  now: number;
  actions: FieldActions;
}) {
  const [open, setOpen] = useState(false);
  const Mark = open ? ChevronDown : ChevronRight;
  return (
    <div className="mt-0.5 min-w-0">
      <ScriptedButton
        aria-expanded={open}
        className="inline-flex min-h-6 max-w-full items-center gap-0.5 text-left text-small text-ink-3 hover:text-ink"
        onClick={() => setOpen(!open)}
      >
        <Mark aria-hidden size={12} className="shrink-0" />
        <span className="sr-only">Custom fields for {number}: </span>
        <bdi className="wrap-anywhere">{heldWords(fields) || "Custom fields not set"}</bdi>
      </ScriptedButton>
      {open && (
        <ul className="mt-1 min-w-56">
          {fields.map((field) => (
            <FieldRow
              key={field.slug}
              record={{ type: "tracking_request", id }}
              field={field}
              zone={null}
              now={now}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
