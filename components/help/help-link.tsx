import Link from "next/link";
import { type HelpTopic, helpHref } from "@/lib/features/help/rules";

/** A link to a section of the guide. */
export function HelpLink({ topic, children = "Help" }: { topic: HelpTopic; children?: string }) {
  return (
    <Link href={helpHref(topic)} prefetch={false} className="text-accent underline">
      {children}
    </Link>
  );
}
