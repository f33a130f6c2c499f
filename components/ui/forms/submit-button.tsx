"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";

/** The button of a form bound to an action: says what it is doing while the answer is on its way. */
export function SubmitButton({
  children,
  pendingText,
  look = "main",
}: {
  children: ReactNode;
  pendingText: string;
  look?: "main" | "plain" | "danger";
}) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" look={look} disabled={pending} aria-busy={pending}>
      {pending ? pendingText : children}
    </Button>
  );
}
