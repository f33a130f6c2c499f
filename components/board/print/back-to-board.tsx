"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-shortcuts";

/** The link back to the board with its previous address. */
export function BackToBoard({ className }: { className: string }) {
  const router = useRouter();
  const params = useSearchParams().toString();
  const href = params === "" ? "/board" : `/board?${params}`;
  useKeys({ "back-to-board": () => router.push(href) });
  return (
    <Link href={href} className={className}>
      Back to board
    </Link>
  );
}
