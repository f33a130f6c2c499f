import { Mail, MessageSquare, Phone } from "lucide-react";
import { Fragment } from "react";
import { buttonClass } from "@/components/ui/button";
import { mailHref } from "@/lib/features/parties/rules";
import type { OrderContact } from "@/lib/features/work-orders/rules";
import { hasExtension, smsHref, telHref } from "@/lib/platform/text/phone-number";

const LARGE = `${buttonClass()} min-h-12 flex-1`;

/** The dispatcher of an order, with links to call, text and mail. Nothing when none is known. */
export function ContactOfOrder({ contact: { name, phone, email } }: { contact: OrderContact }) {
  if (!name && !phone && !email) return null;
  return (
    <address className="not-italic">
      <p className="mb-1.5 wrap-anywhere">
        {[...new Set([name, phone, email])].filter(Boolean).map((text, at) => (
          <Fragment key={text}>
            {at > 0 && " · "}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {phone && (
          <a href={telHref(phone)} className={LARGE}>
            <Phone aria-hidden size={16} /> Call dispatch
          </a>
        )}
        {phone && !hasExtension(phone) && (
          <a href={smsHref(phone)} className={LARGE}>
            <MessageSquare aria-hidden size={16} /> Text dispatch
          </a>
        )}
        {email && (
          <a href={mailHref(email)} className={LARGE}>
            <Mail aria-hidden size={16} /> Email dispatch
          </a>
        )}
      </div>
    </address>
  );
}
