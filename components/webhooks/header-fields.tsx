import { Button } from "@/components/ui/button";
import { FieldError, TextField } from "@/components/ui/forms/field";

/** A header in the form. A null `value` keeps the value stored at the service. `key` identifies the row. */
export type HeaderRow = { key: number; name: string; value: string | null };

/** The headers of a webhook as form rows. */
export function heldRows(names: readonly string[]): HeaderRow[] {
  return names.map((name, key) => ({ key, name, value: null }));
}

type RowProps = {
  id: string;
  row: HeaderRow;
  /** The error messages, by part. */
  problems: { name?: string; value?: string };
  onChange: (row: HeaderRow) => void;
  onRemove: () => void;
};

function Held({ row, onChange, onRemove }: Omit<RowProps, "id" | "problems">) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 font-mono text-[12.5px] wrap-anywhere">
        {row.name}: <span aria-hidden>••••••</span>
        <span className="sr-only">value hidden</span>
      </span>
      <span className="flex gap-1">
        <Button variant="quiet" onClick={() => onChange({ ...row, value: "" })}>
          Replace<span className="sr-only"> {row.name}</span>
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          Remove<span className="sr-only"> {row.name}</span>
        </Button>
      </span>
    </div>
  );
}

function Typed({ id, row, problems, onChange, onRemove }: RowProps) {
  const common = { autoComplete: "off", autoCapitalize: "off", spellCheck: false };
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]">
      <TextField
        {...common}
        id={`${id}-name`}
        label="Header"
        value={row.name}
        onChange={({ target }) => onChange({ ...row, name: target.value })}
        error={problems.name}
      />
      <TextField
        {...common}
        id={`${id}-value`}
        label="Value"
        value={row.value ?? ""}
        onChange={({ target }) => onChange({ ...row, value: target.value })}
        error={problems.value}
      />
      <Button variant="quiet" className="justify-self-start sm:mt-6" onClick={onRemove}>
        Remove<span className="sr-only"> header {row.name}</span>
      </Button>
    </div>
  );
}

/**
 * The headers of a webhook's deliveries, submitted as JSON in `headers`. `fields` contains the errors by
 * "headers/0/name". The number is the row's index at the time of the submit, when the rows had the keys `sent`.
 */
export function HeaderFields({
  id,
  rows,
  sent,
  fields,
  onChange,
}: {
  id: string;
  rows: readonly HeaderRow[];
  sent: readonly number[];
  fields: Readonly<Record<string, string>>;
  onChange: (rows: readonly HeaderRow[]) => void;
}) {
  const next = rows.reduce((max, { key }) => Math.max(max, key), -1) + 1;
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-2">
      <legend className="float-left w-full font-[560]">Custom headers</legend>
      <p className="clear-both max-w-[75ch] text-note text-ink-3">
        Sent with every delivery, for example Authorization. Drayboard stores only the names. Values are not
        shown again.
      </p>
      {rows.map((row) => {
        const at = sent.indexOf(row.key);
        const problems = { name: fields[`headers/${at}/name`], value: fields[`headers/${at}/value`] };
        const change = (changed: HeaderRow) =>
          onChange(rows.map((each) => (each.key === row.key ? changed : each)));
        const remove = () => onChange(rows.filter(({ key }) => key !== row.key));
        return row.value === null && problems.value === undefined ? (
          <Held key={row.key} row={row} onChange={change} onRemove={remove} />
        ) : (
          <Typed
            key={row.key}
            id={`${id}-${row.key}`}
            row={row}
            problems={problems}
            onChange={change}
            onRemove={remove}
          />
        );
      })}
      {fields.headers && <FieldError>{fields.headers}</FieldError>}
      <div>
        <Button onClick={() => onChange([...rows, { key: next, name: "", value: "" }])}>Add header</Button>
      </div>
      <input
        type="hidden"
        name="headers"
        value={JSON.stringify(rows.map(({ name, value }) => ({ name, value })))}
      />
    </fieldset>
  );
}
