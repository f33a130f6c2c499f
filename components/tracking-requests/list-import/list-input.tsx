"use client";

import { type DragEvent, useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Field, FieldError, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { FormDraft } from "@/components/ui/forms/form-draft";
import { MAX_LIST_ROWS } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { decodeList, MAX_LIST_BYTES, sizeProblem } from "./decode-file";

/** A list as text, with its file name and encoding. A null `name` means pasted text. */
export type GivenText = { name: string | null; text: string; encoding: string | null };

/** Names the form in the drafts of the tab. */
export const LIST_FORM = "trackList";

const HINT =
  "You can paste from a spreadsheet. Other columns and headings are optional. One number per line is enough.";

/** A field to paste a list, or to choose or drop a file. */
export function GiveList({
  problem: refused,
  onText,
}: {
  /** The reason why the last input could not be read. */
  problem: string | null;
  onText: (options: GivenText) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [isPasted, setIsPasted] = useState(false);

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setIsPasted(false);
    const tooLarge = sizeProblem(file);
    setProblem(tooLarge);
    if (tooLarge) return;
    setReading(file.name);
    try {
      const decoded = decodeList(new Uint8Array(await file.arrayBuffer()));
      if ("problem" in decoded) setProblem(`${file.name}: ${decoded.problem}`);
      else onText({ name: file.name, ...decoded });
    } catch {
      setProblem(`Couldn’t read ${file.name}. Select it again.`);
    }
    setReading(null);
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void read(event.dataTransfer.files[0]);
    },
  };
  const ofText = isPasted ? refused : null;
  const ofFile = isPasted ? null : (problem ?? refused);
  return (
    <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <Card title="Paste numbers">
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            setProblem(null);
            setIsPasted(true);
            onText({ name: null, text, encoding: null });
          }}
        >
          <FormDraft id={LIST_FORM} />
          <Field id={id} label="Numbers and optional columns" hint={HINT} error={ofText}>
            <textarea
              {...fieldProps(id, { hint: HINT, error: ofText })}
              name="numbers"
              rows={9}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={classNames(fieldClass(ofText !== null), "font-mono")}
            />
          </Field>
          <div>
            <Button type="submit" variant="main" disabled={text.trim() === ""}>
              Preview
            </Button>
          </div>
        </form>
      </Card>
      <Card title="Or upload a file">
        <div
          {...drop}
          className={classNames(
            "flex flex-col items-center gap-2 rounded-field border border-dashed px-4 py-9 text-center",
            over ? "border-accent bg-accent-soft" : "border-edge",
          )}
        >
          <label
            className={`${buttonClass()} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
          >
            {reading ? `Reading ${reading}…` : "Select CSV file"}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              className="sr-only"
              onChange={(event) => {
                void read(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
          </label>
          <p className="text-note text-ink-3">
            or drop it here. Up to {MAX_LIST_ROWS.toLocaleString("en-US")} rows and{" "}
            {MAX_LIST_BYTES / 1_000_000} MB. Separate columns with commas, semicolons, tabs or bars. Any
            common encoding.
          </p>
        </div>
        {ofFile && (
          <div className="mt-2 wrap-anywhere">
            <FieldError>{ofFile}</FieldError>
          </div>
        )}
      </Card>
    </div>
  );
}
