"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FieldError, SelectField, TextField } from "@/components/ui/forms/field";
import { type PartyChoice, PartyPicker } from "@/components/ui/forms/party-picker";
import { ROLE_CHOICES, roleChoice, type SignedInUser } from "@/lib/features/users/rules";

type Problems = Readonly<Record<string, string>>;

/** The parties whose containers a customer sees, and whether charges and documents are shown. */
function CustomerFields({
  id,
  user: options,
  parties,
  problems,
}: {
  id: string;
  user: SignedInUser | undefined;
  parties: readonly PartyChoice[];
  problems: Problems;
}) {
  const [chosen, setChosen] = useState<readonly string[]>(options?.partyIds ?? []);
  const [charges, setCharges] = useState(options?.seesCharges ?? false);
  const [documents, setDocuments] = useState(options?.seesDocuments ?? false);
  const picked = useRef(false);
  // The picker starts empty again after each party, and the user continues to choose.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each choice
  useEffect(() => {
    if (picked.current) document.getElementById(`${id}-party`)?.focus();
  }, [chosen]);
  const nameOf = (partyId: string) => parties.find((party) => party.id === partyId)?.name ?? partyId;
  return (
    <div className="flex flex-col gap-2.5 sm:col-span-2">
      <PartyPicker
        key={chosen.join()}
        id={`${id}-party`}
        name="party"
        label="Party"
        parties={parties.filter((party) => !chosen.includes(party.id))}
        value=""
        onChange={(partyId) => {
          if (partyId === "") return;
          picked.current = true;
          setChosen([...chosen, partyId]);
        }}
        error={problems.partyIds}
      />
      {chosen.length > 0 && (
        <ul aria-label="Selected parties" className="flex flex-wrap gap-1.5">
          {chosen.map((partyId) => (
            <li
              key={partyId}
              className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-tag border border-line-strong pl-2"
            >
              <input type="hidden" name="partyIds" value={partyId} />
              <span className="truncate">{nameOf(partyId)}</span>
              <button
                type="button"
                aria-label={`Remove ${nameOf(partyId)}`}
                className="inline-flex size-7 items-center justify-center text-ink-3 hover:text-ink"
                onClick={() => setChosen(chosen.filter((other) => other !== partyId))}
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="seesCharges"
          checked={charges}
          onChange={(event) => setCharges(event.target.checked)}
        />
        Show charges
      </label>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="seesDocuments"
          checked={documents}
          onChange={(event) => setDocuments(event.target.checked)}
        />
        Show documents
      </label>
    </div>
  );
}

/**
 * The name and role of a user, with `email` for a new user and more fields for customers. Typed values are kept after a
 * rejection.
 */
export function UserFields({
  id,
  user,
  parties,
  problems,
}: {
  id: string;
  /** The user when the form was opened. Absent for a new user. */
  user?: SignedInUser;
  parties: readonly PartyChoice[];
  problems: Problems;
}) {
  const [role, setRole] = useState<string>(user?.role ?? "dispatcher");
  return (
    <>
      {!user && (
        <TextField
          id={`${id}-email`}
          name="email"
          type="email"
          label="Email"
          autoComplete="off"
          maxLength={254}
          required
          autoFocus
          error={problems.email}
        />
      )}
      <TextField
        id={`${id}-name`}
        name="name"
        label="Name"
        optional
        autoComplete="off"
        maxLength={100}
        defaultValue={user?.name ?? ""}
        error={problems.name}
      />
      <SelectField
        id={`${id}-role`}
        name="role"
        label="Role"
        hint={roleChoice(role)?.means}
        value={role}
        onChange={(event) => setRole(event.target.value)}
        error={problems.role}
        options={ROLE_CHOICES}
      />
      {role === "customer" && <CustomerFields id={id} user={user} parties={parties} problems={problems} />}
      {problems.id && <FieldError>{problems.id}</FieldError>}
    </>
  );
}
