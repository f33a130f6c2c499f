"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/field";

/** An invitation's link, which nobody is shown again. */
export function InvitationLink({ link, email }: { link: string; email: string }) {
  return (
    <div className="flex flex-col gap-1.5 rounded-field border border-line bg-raised p-2.5">
      <p>
        Send this link to <strong className="font-[550] wrap-anywhere">{email}</strong> alone: whoever opens
        it first chooses the password. It is good for seven days and is not shown again.
      </p>
      <div className="flex items-center gap-1.5">
        <input
          type="text"
          readOnly
          aria-label={`Invitation link for ${email}`}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className={fieldClass()}
        />
        <CopyButton text={link} what="invitation link" />
      </div>
    </div>
  );
}
