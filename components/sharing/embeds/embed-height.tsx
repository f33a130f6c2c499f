"use client";

import { useEffect } from "react";

/** What the loader in the page around this one asks, and what it is reported. Both are part of docs/embedding.md. */
const ASK = "drayboard:height?";
const TELL = "drayboard:height";

/** Tells the page around this one how high this one is, whenever that changes; only a page of these sites is answered. */
export function EmbedHeight({ origins }: { origins: readonly string[] }) {
  useEffect(() => {
    if (window.parent === window) return;
    const content = document.querySelector("[data-embed]");
    if (!content) return;
    let asker: string | null = null;
    const tell = () => {
      if (asker === null) return;
      const height = Math.ceil(content.getBoundingClientRect().height);
      window.parent.postMessage({ type: TELL, height }, asker);
    };
    const onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (source !== window.parent || data !== ASK || !origins.includes(origin)) return;
      asker = origin;
      tell();
    };
    const watch = new ResizeObserver(tell);
    watch.observe(content);
    window.addEventListener("message", onMessage);
    return () => {
      watch.disconnect();
      window.removeEventListener("message", onMessage);
    };
  }, [origins]);
  return null;
}
