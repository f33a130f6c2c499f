"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ShownAsOf } from "./shown-as-of";

const POLL_MS = 10_000;
/** The version of a page whose link has ended. */
const ENDED = "ended";

/** Whether the page has a form with typed text that was not sent. */
const hasUnsent = () => document.querySelector("form[data-unsent]") !== null;

async function readVersion(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { cache: "no-store", signal });
  // The page is no longer available. The refetched page shows the reason.
  if (response.status === 401 || response.status === 403 || response.status === 404) return ENDED;
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const read: unknown = await response.json();
  if (typeof read !== "object" || read === null || !("version" in read)) throw new Error("no version");
  return String(read.version);
}

/** A frame with `sandbox` but without `allow-same-origin` has no origin. The router's requests are refused there. */
const isWithoutOrigin = () => window.origin === "null";

/**
 * Keeps a page for external viewers current. Requests the version from `address` at first and every few seconds, and
 * refetches the page when it differs from the shown one. Until the browser knows whether the page is live, also without
 * script, it shows the time of the data: `readAt`, epoch ms. When the link has ended, a form with typed text stays. A
 * hidden tab sends no requests.
 */
export function SharedLive({
  address,
  version,
  readAt,
}: {
  address: string;
  version: string;
  readAt: number;
}) {
  const router = useRouter();
  const wasRead = useRef(false);
  const [live, setLive] = useState<"unknown" | "live" | "lost">("unknown");
  const [ended, setEnded] = useState(false);

  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function display(): Promise<void> {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      try {
        const newest = await readVersion(address, left.signal);
        wasRead.current = true;
        setLive("live");
        const keepsForm = newest === ENDED && hasUnsent();
        setEnded(keepsForm);
        if (newest !== version && !keepsForm) {
          if (isWithoutOrigin()) window.location.reload();
          else router.refresh();
        }
      } catch {
        if (left.signal.aborted) return;
        setLive("lost");
      }
      timer = setTimeout(() => void display(), POLL_MS);
    }
    const onVisible = () => void display();
    timer = setTimeout(() => void display(), wasRead.current ? POLL_MS : 0);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      left.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [address, version, router]);

  if (ended)
    return (
      <p role="status" data-live="ended" className="text-soon">
        This link has ended.
      </p>
    );
  return (
    <p role="status" data-live={live} className={live === "lost" ? "text-soon" : "text-ink-3"}>
      {live === "unknown" ? (
        <ShownAsOf at={readAt} />
      ) : (
        <span key={live}>{live === "lost" ? "Not live. Retrying automatically." : "Live"}</span>
      )}
    </p>
  );
}
