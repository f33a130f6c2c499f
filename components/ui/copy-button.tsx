"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text";
import { notifyProblem } from "./toasts";

/** Copies a text with one click and confirms it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      title={`Copy ${what}`}
      aria-label={copied ? `${what} copied` : `Copy ${what}`}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-tag text-ink-3 hover:bg-accent-soft hover:text-ink"
      onClick={async ({ currentTarget }) => {
        if (await copyText(text, currentTarget)) setCopied(true);
        else void notifyProblem(`Couldn’t copy the ${what}. Select the text and press Ctrl+C.`);
      }}
    >
      {copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
    </button>
  );
}
