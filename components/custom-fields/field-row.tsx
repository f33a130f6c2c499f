"use client";

import { useCallback, useState } from "react";
import { DayText } from "@/components/time/day-text";
import { PlaceTime } from "@/components/time/local-time";
import { CopyButton } from "@/components/ui/copy-button";
import { PencilButton } from "@/components/ui/pencil-button";
import { useMay } from "@/components/ui/permissions";
import type { RecordField } from "@/lib/features/custom-fields/rules/custom-field";
import { FieldForm } from "./field-form";
import type { FieldActions, FieldsOf } from "./types";

type Props = {
  record: FieldsOf;
  field: RecordField;
  zone: string | null;
  now: number;
  actions: FieldActions;
};

function Value({ field, zone, now }: Pick<Props, "field" | "zone" | "now">) {
  const { held, dataType } = field;
  if (!held) return <span className="text-ink-3">not set</span>;
  const { value, held: stored } = held;
  if (dataType === "datetime" && typeof stored === "string" && !Number.isNaN(Date.parse(stored)))
    return <PlaceTime moment={{ at: stored, zone: zone ?? "UTC" }} now={now} />;
  if (dataType === "date" && typeof stored === "string" && /^\d{4}-\d{2}-\d{2}$/.test(stored))
    return <DayText on={stored} />;
  return value === "" ? <span className="text-ink-3">empty</span> : <bdi>{value}</bdi>;
}

/** One custom field of a record: its value, and a pencil button that opens its form. */
export function FieldRow(props: Props) {
  const { field } = props;
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const mayChange = useMay("dispatch");
  return (
    <li data-field={field.slug}>
      <div className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] items-start gap-x-3">
        <span className="py-0.5 text-ink-2 wrap-anywhere" title={field.description ?? field.slug}>
          {field.name}
        </span>
        <span className="py-0.5 wrap-anywhere">
          <Value {...props} />
        </span>
        <span className="flex">
          {field.held?.value && <CopyButton text={field.held.value} what={field.name} />}
          {mayChange && field.dataType !== null && (
            <PencilButton
              label={`${field.held ? "Edit" : "Set"} ${field.name}`}
              open={open}
              onClick={() => setOpen(!open)}
            />
          )}
        </span>
      </div>
      {open && <FieldForm {...props} onDone={close} />}
    </li>
  );
}
