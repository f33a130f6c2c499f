"use client";

import { useRef, useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { FieldError, fieldClass } from "@/components/ui/forms/field";
import { formatMoment } from "@/lib/domain/time/time-format";
import { readTypedTime, TYPED_TIME_EXAMPLES } from "@/lib/domain/time/typed-time";

const shown = (typed: string) => ({ at: `${typed}:00Z`, zone: null });

/**
 * A text field that sets a time as people type it, such as "fri 2pm" or "+1d", when it is left or Enter is pressed. A
 * text that cannot be read changes nothing: the message says why, and the form is not sent.
 */
export function QuickTime({
  id,
  label,
  zone,
  onTyped,
}: {
  id: string;
  /** The label of the time that is set. */
  label: string;
  /** The zone of the place. Null when unknown. */
  zone: string | null;
  /** Receives the local time, for example "2026-11-27T14:00". */
  onTyped: (typed: string) => void;
}) {
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState("");
  const read = (typed: string) => readTypedTime(typed, { now: new Date(), zone, locale });
  const change = (next: string) => {
    setText(next);
    setProblem(null);
    const found = read(next);
    // Shown while typing: a line that appeared when the field is left would move the button that is being clicked.
    setResult("typed" in found ? formatMoment(locale, shown(found.typed), new Date()) : "");
    field.current?.setCustomValidity(next.trim() !== "" && "problem" in found ? found.problem : "");
  };
  const apply = () => {
    if (text.trim() === "") return;
    const found = read(text);
    if ("problem" in found) {
      setProblem(found.problem);
      return;
    }
    onTyped(found.typed);
    setText("");
    setProblem(null);
  };
  return (
    <>
      <input
        ref={field}
        id={id}
        type="text"
        autoComplete="off"
        maxLength={60}
        aria-label="Type a time"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? `${id}-for` : `${id}-error`}
        placeholder={TYPED_TIME_EXAMPLES[locale]}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text.trim() === "") return;
          // The first Enter sets the time, the next one sends the form.
          event.preventDefault();
          apply();
        }}
        className={fieldClass(problem !== null)}
      />
      <span id={`${id}-for`} className="sr-only">
        {label}
      </span>
      {problem !== null && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      <span role="status" className="text-note text-ink-2 empty:hidden">
        {result}
      </span>
    </>
  );
}
