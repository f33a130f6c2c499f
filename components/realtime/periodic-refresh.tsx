"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Refetches the page periodically, for changes that are not in its own records' live changes. */
export function Refetch({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router, everyMs]);
  return null;
}
