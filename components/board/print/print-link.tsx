"use client";

import { Printer } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";

/** The link to the print page of a board. The browser's own print function would contain only the visible rows. */
export function BoardPrint({ query, className }: { query: BoardQuery; className: string }) {
  const router = useRouter();
  const params = boardParams(query).toString();
  const href = params === "" ? "/board/print" : `/board/print?${params}`;
  useKeys({ print: () => router.push(href) });
  return (
    <Link
      href={href}
      prefetch={false}
      className={className}
      title="Print these rows"
      aria-label="Print these rows"
    >
      <Printer aria-hidden size={14} />
    </Link>
  );
}
