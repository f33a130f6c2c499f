"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";

/** The submit button of a form with an action. Shows a progress text while pending. */
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
