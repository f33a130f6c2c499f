"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";

/** The button of a form bound to an action: says what it is doing while the answer is on its way. */
export function SubmitButton({
  children,
  pendingText,
  variant = "main",
}: {
  children: ReactNode;
  pendingText: string;
  variant?: "main" | "plain" | "danger";
}) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant={variant} disabled={pending} aria-busy={pending}>
      {pending ? pendingText : children}
    </Button>
  );
}
