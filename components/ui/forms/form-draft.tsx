"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentUser } from "@/components/preferences/signed-in-user";
import { type FieldTexts, findFormDraft, keepFormDraft } from "./drafts";

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input[name]:not([type=hidden], [type=password], [type=checkbox], [type=radio], [type=file])";
/** Fields with typed text, and choices. A field with a list of suggestions of its own has a `ChoiceField`. */
const TYPED = `:is(${FIELDS}, textarea[name], select[name]):not([role=combobox]), input[data-choice]`;

const fieldsOf = (form: HTMLFormElement): TextField[] => [...form.querySelectorAll<TextField>(TYPED)];
const textsOf = (form: HTMLFormElement): FieldTexts =>
  Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));

/** Sets a value as a user does, so that React takes it too. */
function type(field: TextField, text: string): void {
  const prototype: unknown = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** The draft of the form whose submit is being handled. */
let submitted: string | null = null;

/** The draft of the form that is being submitted. Its action discards it once it is saved. */
export function takeSubmittedDraft(): string | null {
  const id = submitted;
  submitted = null;
  return id;
}

/** A choice that a form submits under `name`, and that its draft restores with `onRestore`. */
export function ChoiceField({
  name,
  value,
  onRestore,
}: {
  name: string;
  value: string;
  onRestore: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    field.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [value]);
  return (
    <input
      ref={field}
      type="hidden"
      data-choice
      name={name}
      value={value}
      onInput={(event) => onRestore(event.currentTarget.value)}
    />
  );
}

/** Discards the draft of a form whose user cancels it, or that is saved. */
export function discardDraft(id: string): void {
  const userId = currentUser.userId();
  if (userId !== null) keepFormDraft(userId, id, null);
}

/**
 * Keeps what is typed in the form around it while it is not saved, in this tab: a form that is opened again after a reload
 * has it. `id` names the form and its record. Renders a note when text was restored.
 */
export function FormDraft({ id }: { id: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  const opened = useRef<{ id: string; texts: FieldTexts } | null>(null);
  const [note, setNote] = useState("");
  // A form can open before the page knows its user.
  const userId = useSyncExternalStore(currentUser.subscribe, currentUser.userId, () => null);

  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    if (opened.current?.id !== id) opened.current = { id, texts: textsOf(form) };
    if (userId === null) return;
    const before = opened.current.texts;
    const isTyped = (field: TextField) => field.value !== (before[field.name] ?? "");
    const stored = findFormDraft(userId, id);
    const isSaved =
      stored !== null && Object.entries(stored.typed).every(([name, text]) => before[name] === text);
    if (isSaved) keepFormDraft(userId, id, null);
    const draft = isSaved ? null : stored;
    if (draft) {
      for (const field of fieldsOf(form)) {
        const text = draft.typed[field.name];
        if (text !== undefined && text !== field.value && !isTyped(field)) type(field, text);
      }
      const isChanged = Object.keys(draft.typed).some((name) => draft.before[name] !== before[name]);
      setNote(
        isChanged
          ? "Unsaved text restored. The saved values changed meanwhile: check before you save."
          : "Unsaved text restored.",
      );
    }
    const keep = () => {
      const typed = Object.entries(textsOf(form)).filter(([name, text]) => text !== (before[name] ?? ""));
      const names = typed.map(([name]) => [name, draft?.before[name] ?? before[name] ?? ""]);
      keepFormDraft(
        userId,
        id,
        typed.length > 0 ? { typed: Object.fromEntries(typed), before: Object.fromEntries(names) } : null,
      );
    };
    const send = () => {
      submitted = id;
      setNote("");
    };
    if (fieldsOf(form).some(isTyped)) keep();
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    form.addEventListener("submit", send);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("change", keep);
      form.removeEventListener("submit", send);
    };
  }, [id, userId]);

  return (
    <p ref={place} aria-live="polite" className={note === "" ? "sr-only" : "text-note text-ink-3"}>
      {note}
    </p>
  );
}
