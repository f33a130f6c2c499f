import { MessageSquare, Phone } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { dialedNumber } from "@/lib/features/sharing/rules/dispatch-phone";

const LARGE = `${buttonClass()} min-h-12 flex-1`;

/** Links that call and text the dispatch phone. */
export function DispatchContact({ phone }: { phone: string }) {
  const number = dialedNumber(phone);
  return (
    <nav aria-label="Dispatch" className="mb-3.5 flex gap-2 print:hidden">
      <a href={`tel:${number}`} className={LARGE}>
        <Phone aria-hidden size={16} /> Call dispatch
      </a>
      <a href={`sms:${number}`} className={LARGE}>
        <MessageSquare aria-hidden size={16} /> Text dispatch
      </a>
    </nav>
  );
}
