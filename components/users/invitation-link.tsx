"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/forms/field";

export type LinkPurpose = "join" | "reset";

const WORDS: Record<LinkPurpose, { what: string; good: string }> = {
  join: {
    what: "Invitation link",
    good: "whoever opens it first chooses the password. It is good for seven days and is not shown again.",
  },
  reset: {
    what: "Password reset link",
    good: "whoever opens it first chooses the password. It is good for a day and is not shown again; until it is used the password stays as it is.",
  },
};

/** A link to choose a password. It is shown only once. */
export function InvitationLink({
  link,
  email,
  purpose,
}: {
  link: string;
  email: string;
  purpose: LinkPurpose;
}) {
  const { what, good } = WORDS[purpose];
  return (
    <div className="flex flex-col gap-1.5 rounded-field border border-line bg-raised p-2.5">
      <p>
        Send this link to <strong className="font-[550] wrap-anywhere">{email}</strong> alone: {good}
      </p>
      <div className="flex items-center gap-1.5">
        <input
          type="text"
          readOnly
          aria-label={`${what} for ${email}`}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className={fieldClass()}
        />
        <CopyButton text={link} what={what.toLowerCase()} />
      </div>
    </div>
  );
}
