"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";

/** Back to the board as it was. */
export function BackToBoard({ className }: { className: string }) {
  const params = useSearchParams().toString();
  return (
    <Link href={params === "" ? "/board" : `/board?${params}`} className={className}>
      Back to the board
    </Link>
  );
}
