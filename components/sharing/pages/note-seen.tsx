"use client";

import { useEffect } from "react";

/**
 * Says once that a person sees a page for external viewers: a POST to `address` when the page is visible. Programs that make
 * previews of links run no scripts. A failure is not shown: the page's next request to `address` reports an outage.
 */
export function NoteSeen({ address }: { address: string }) {
  useEffect(() => {
    const left = new AbortController();
    function note(): void {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", note);
      fetch(address, { method: "POST", keepalive: true, signal: left.signal }).catch(() => undefined);
    }
    document.addEventListener("visibilitychange", note);
    note();
    return () => {
      left.abort();
      document.removeEventListener("visibilitychange", note);
    };
  }, [address]);
  return null;
}
