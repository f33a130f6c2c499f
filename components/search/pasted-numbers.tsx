"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { useNumberOffer } from "./number-offer";

/**
 * Offers, below a search field, to show the container numbers of `text` or to track the missing ones. With `entered` the first
 * choice is opened as soon as the numbers are compared.
 */
export function PastedNumbers({
  text,
  entered,
  onClose,
}: {
  text: string;
  entered: boolean;
  onClose: () => void;
}) {
  const router = useRouter();
  const offer = useNumberOffer(text);
  const first = offer?.choices?.[0];
  const opens = entered && first !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once
  useEffect(() => {
    if (!opens) return;
    first.prepare();
    onClose();
    router.push(first.href);
  }, [opens]);
  if (!offer) return null;
  return (
    <section
      aria-label="Pasted numbers"
      className="absolute top-full right-0 left-0 z-30 mt-1 rounded-card border border-line-strong bg-surface p-3 shadow-pop"
    >
      <p role="status" className="text-ink-2">
        {offer.text}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {offer.choices?.map((choice, index) => (
          <Link
            key={choice.id}
            href={choice.href}
            prefetch={false}
            onClick={() => {
              choice.prepare();
              onClose();
            }}
            className={buttonClass(index === 0 ? "main" : "plain")}
          >
            {choice.name}
          </Link>
        ))}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}
