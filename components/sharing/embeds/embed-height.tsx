"use client";

import { useEffect } from "react";

/** The messages between the loader in the embedding page and this page. Both are documented in docs/embedding.md. */
const ASK = "drayboard:height?";
const TELL = "drayboard:height";

/** Sends this page's height to the embedding page whenever it changes. Only pages of these sites receive a response. */
export function EmbedHeight({ origins }: { origins: readonly string[] }) {
  useEffect(() => {
    if (window.parent === window) return;
    const content = document.querySelector("[data-embed]");
    if (!content) return;
    let asker: string | null = null;
    const notify = () => {
      if (asker === null) return;
      const height = Math.ceil(content.getBoundingClientRect().height);
      window.parent.postMessage({ type: TELL, height }, asker);
    };
    const onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (source !== window.parent || data !== ASK || !origins.includes(origin)) return;
      asker = origin;
      notify();
    };
    const watch = new ResizeObserver(notify);
    watch.observe(content);
    window.addEventListener("message", onMessage);
    return () => {
      watch.disconnect();
      window.removeEventListener("message", onMessage);
    };
  }, [origins]);
  return null;
}
