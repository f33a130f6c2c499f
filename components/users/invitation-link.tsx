"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/forms/field";

export type LinkPurpose = "join" | "reset";

const LABELS: Record<LinkPurpose, { what: string; good: string }> = {
  join: {
    what: "Invitation link",
    good: "The first person to open it sets the password. It expires in seven days and won’t be shown again.",
  },
  reset: {
    what: "Password reset link",
    good: "The first person to open it sets the password. It expires in one day and won’t be shown again. The current password works until the link is used.",
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
  const { what, good } = LABELS[purpose];
  return (
    <div className="flex flex-col gap-1.5 rounded-field border border-line bg-raised p-2.5">
      <p>
        Send this link only to <strong className="font-[550] wrap-anywhere">{email}</strong>. {good}
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
