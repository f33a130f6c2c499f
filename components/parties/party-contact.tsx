"use client";

import { type ReactNode, useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { OnlyWho } from "@/components/ui/permissions";
import { mailHref, NO_CONTACT, type PartyContact } from "@/lib/features/parties/rules";
import { telHref } from "@/lib/platform/text/phone-number";

const LINK = "text-accent hover:underline";

/** The contact of a party: its dispatch office, with links to call and to write, and the note. Nothing when none is known. */
export function ContactLines({ contact }: { contact: PartyContact | undefined }) {
  if (!contact) return null;
  const { dispatchOffice, phone, email, note } = contact;
  return (
    <div data-contact className="flex flex-col text-small text-ink-2 wrap-anywhere">
      {dispatchOffice && <span>{dispatchOffice}</span>}
      {phone && (
        <a href={telHref(phone)} className={LINK}>
          {phone}
        </a>
      )}
      {email && (
        <a href={mailHref(email)} className={LINK}>
          {email}
        </a>
      )}
      {note && <span className="whitespace-pre-line text-ink-3">{note}</span>}
    </div>
  );
}

type Props = { id: string; name: string; contact: PartyContact | undefined; action: FormAction };

function ContactForm({ id, contact = NO_CONTACT, action, onDone }: Props & { onDone: () => void }) {
  // The contact when the form was opened, so that changes by other users are reported and not overwritten.
  const [seen] = useState(contact);
  const [{ problem, fields, values }, send] = useFormAction(action, onDone);
  const field = (name: "dispatchOffice" | "phone" | "email" | "note") => ({
    id: `contact-${name}-${id}`,
    name,
    error: fields[name],
    defaultValue: values[name] ?? seen[name],
  });
  const note = field("note");
  return (
    <OpenedForm
      action={send}
      draft={`contact ${id}`}
      hidden={{ partyId: id, version: values.version ?? String(seen.version) }}
      problem={problem}
      label="Save contact"
      onDone={onDone}
      className="mt-1 max-w-80"
    >
      <TextField {...field("dispatchOffice")} label="Dispatch office" optional autoComplete="off" autoFocus />
      <TextField {...field("phone")} label="Phone" type="tel" optional autoComplete="off" />
      <TextField {...field("email")} label="Email" optional autoComplete="off" inputMode="email" />
      <Field id={note.id} label="Note" error={note.error} optional>
        <textarea
          {...fieldProps(note.id, { error: note.error })}
          name="note"
          rows={2}
          defaultValue={note.defaultValue}
          className={fieldClass(Boolean(note.error))}
        />
      </Field>
    </OpenedForm>
  );
}

/**
 * The contact of a party, with a button to edit it in a line with the party's other actions. It is kept here, and never
 * sent to the tracking service.
 */
export function EditableContact({ children, ...props }: Props & { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (open) return <ContactForm {...props} onDone={close} />;
  return (
    <>
      <ContactLines contact={props.contact} />
      <OnlyWho may="dispatch">
        <div className="-ml-2.75 flex flex-wrap items-start text-small">
          <Button variant="quiet" aria-label={`Contact of ${props.name}`} onClick={() => setOpen(true)}>
            {props.contact ? "Edit contact" : "Add contact"}
          </Button>
          {children}
        </div>
      </OnlyWho>
    </>
  );
}
