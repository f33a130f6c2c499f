"use client";

import { FileText, Mail } from "lucide-react";
import { useLocale } from "@/components/preferences/locale";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { fieldClass } from "@/components/ui/forms/field";
import { orderMail, timeText } from "@/lib/features/work-orders/messages";
import { orderPdfHref } from "@/lib/features/work-orders/urls";
import type { SentOrder } from "./send-data";

/** The link of a new work order. It can be copied and mailed only now. `email`: the recipient, "" if unknown. */
export function SentOrderLink({ sent, email, sender }: { sent: SentOrder; email: string; sender: string }) {
  const locale = useLocale();
  const { id, address, carrier, terms, expiresAt, zone } = sent;
  const now = new Date();
  const expires = timeText(locale, { at: expiresAt, zone }, now);
  const mail = orderMail(locale, { to: email, carrier, terms, address, expires, sender }, now);
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        Copy or email it now. It won’t be shown again. {carrier || "The dray carrier"} can respond until{" "}
        {expires}.
      </p>
      <div className="flex items-center gap-1">
        <input
          readOnly
          aria-label="Link"
          value={address}
          className={`${fieldClass()} font-mono text-[12.5px]`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={address} what="link" />
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={mail} className={buttonClass("main")}>
          <Mail aria-hidden size={14} /> Open email
        </a>
        <a href={orderPdfHref(id)} className={buttonClass()}>
          <FileText aria-hidden size={14} /> Download PDF
        </a>
      </div>
      {email === "" && (
        <p className="text-note text-ink-3">
          No email is known for this dray carrier. Add it in Parties to have it filled in.
        </p>
      )}
    </div>
  );
}
