"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { liveFeed } from "./feed";

/** Refetches the page periodically, for changes that are not in its own records' live changes. */
export function Refetch({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      // A lost page is read again when it is live.
      if (liveFeed.snapshot().link !== "lost") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router, everyMs]);
  return null;
}
