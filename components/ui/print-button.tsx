"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Opens the browser's print dialog. It has the initial focus, so Enter works immediately. */
export function PrintButton({ disabled }: { disabled: boolean }) {
  return (
    <Button variant="main" autoFocus disabled={disabled} onClick={() => window.print()}>
      <Printer aria-hidden size={14} /> Print
    </Button>
  );
}
