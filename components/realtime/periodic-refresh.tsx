"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reads the page again every so often, for what no live change of its own records tells. */
export function Reread({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router, everyMs]);
  return null;
}
