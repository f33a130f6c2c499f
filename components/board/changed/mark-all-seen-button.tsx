"use client";

import { useRouter } from "next/navigation";
import { markAllSeen } from "@/components/board/data/mark-all-seen";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { Button } from "@/components/ui/button";

/** Marks all changes as seen, by the button or its key. */
export function MarkAllSeenButton() {
  const router = useRouter();
  const mark = () => void markAllSeen(() => router.refresh());
  useKeys({ "mark-all-seen": mark });
  return (
    <Button aria-keyshortcuts="e" onClick={mark}>
      Mark all as seen
    </Button>
  );
}
