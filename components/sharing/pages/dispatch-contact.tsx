import { MessageSquare, Phone } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { smsHref, telHref } from "@/lib/platform/text/phone-number";

const LARGE = `${buttonClass()} min-h-12 flex-1`;

/** Links that call and text the dispatch phone. */
export function DispatchContact({ phone }: { phone: string }) {
  return (
    <nav aria-label="Dispatch" className="mb-3.5 flex gap-2 print:hidden">
      <a href={telHref(phone)} className={LARGE}>
        <Phone aria-hidden size={16} /> Call dispatch
      </a>
      <a href={smsHref(phone)} className={LARGE}>
        <MessageSquare aria-hidden size={16} /> Text dispatch
      </a>
    </nav>
  );
}
