"use client";

import { Card } from "@/components/ui/card";
import { FieldError, fieldClass, SelectField } from "@/components/ui/forms/field";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import {
  headingsOf,
  isBlankRow,
  type ListCells,
  type ListLayout,
  withColumn,
} from "@/lib/features/tracking-requests/list-import/rules/columns";
import {
  LIST_FIELD_LABELS,
  LIST_FIELDS,
  type ListField,
} from "@/lib/features/tracking-requests/list-import/rules/headings";
import { REQUEST_TYPE_LABELS } from "@/lib/features/tracking-requests/messages/tracking-status";

const SAMPLES = 3;
const HEADING_ROWS = 15;
const MAX_SAMPLE = 28;

const short = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length > MAX_SAMPLE ? `${plain.slice(0, MAX_SAMPLE)}…` : plain;
};

function HeadingRow({
  cells,
  layout,
  onHeadingRow,
}: {
  cells: ListCells;
  layout: ListLayout;
  onHeadingRow: (row: number | null) => void;
}) {
  const rows = cells.slice(0, HEADING_ROWS).flatMap((row, index) => (isBlankRow(row) ? [] : [index]));
  const options = [
    { value: "", label: "No headings" },
    ...rows.map((row) => ({
      value: String(row),
      label: `Row ${row + 1}: ${short((cells[row] ?? []).filter((cell) => cell.trim() !== "").join(", "))}`,
    })),
  ];
  return (
    <SelectField
      id="list-heading-row"
      label="Heading row"
      options={options}
      value={layout.headingRow === null ? "" : String(layout.headingRow)}
      onChange={({ target }) => onHeadingRow(target.value === "" ? null : Number(target.value))}
    />
  );
}

function Column({
  place,
  heading,
  field,
  samples,
  onField,
}: {
  place: number;
  heading: string;
  field: ListField | null;
  samples: readonly string[];
  onField: (field: ListField | null) => void;
}) {
  const id = `list-column-${place}`;
  return (
    <li
      className={`w-44 shrink-0 rounded-field border px-2 py-1.5 ${field ? "border-accent" : "border-line"}`}
    >
      <label htmlFor={id} className="block truncate font-[560]" title={heading}>
        {short(heading)}
      </label>
      <select
        id={id}
        value={field ?? ""}
        onChange={({ target }) => onField(LIST_FIELDS.find((each) => each === target.value) ?? null)}
        className={`${fieldClass()} mt-1`}
      >
        <option value="">Not imported</option>
        {LIST_FIELDS.map((each) => (
          <option key={each} value={each}>
            {LIST_FIELD_LABELS[each]}
          </option>
        ))}
      </select>
      {samples.map((sample, row) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its place
          key={row}
          className="mt-0.5 block truncate font-mono text-small text-ink-3"
          dir="auto"
        >
          {short(sample) || "–"}
        </span>
      ))}
    </li>
  );
}

/** The detected type of each column of a list, which the user can change. */
export function ColumnChoice({
  cells,
  layout,
  onLayout,
  onHeadingRow,
}: {
  cells: ListCells;
  layout: ListLayout;
  onLayout: (layout: ListLayout) => void;
  onHeadingRow: (row: number | null) => void;
}) {
  const headings = headingsOf(cells, layout.headingRow);
  const samples = cells
    .slice((layout.headingRow ?? -1) + 1)
    .filter((row) => !isBlankRow(row))
    .slice(0, SAMPLES);
  return (
    <Card title="Map columns">
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <HeadingRow cells={cells} layout={layout} onHeadingRow={onHeadingRow} />
        <SelectField
          id="list-kind"
          label="Number type if no column specifies it"
          options={[
            { value: "", label: "Detect automatically" },
            ...REQUEST_TYPES.map((type) => ({ value: type, label: REQUEST_TYPE_LABELS[type] })),
          ]}
          value={layout.kind ?? ""}
          onChange={({ target }) =>
            onLayout({ ...layout, kind: REQUEST_TYPES.find((type) => type === target.value) ?? null })
          }
        />
      </div>
      <div className="relative overflow-x-auto">
        <ul className="flex gap-2 pb-1">
          {headings.map((heading, index) => (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={index}
              place={index}
              heading={heading}
              field={layout.columns[index] ?? null}
              samples={samples.map((row) => row[index] ?? "")}
              onField={(field) => onLayout(withColumn(layout, index, field))}
            />
          ))}
        </ul>
      </div>
      {!layout.columns.includes("number") && (
        <div className="mt-2">
          <FieldError>
            No column with numbers yet. Select “{LIST_FIELD_LABELS.number}” for one column.
          </FieldError>
        </div>
      )}
    </Card>
  );
}
