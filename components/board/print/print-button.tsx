"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Opens the browser's own print dialog; Enter does at once. */
export function PrintButton({ disabled }: { disabled: boolean }) {
  return (
    <Button variant="main" autoFocus disabled={disabled} onClick={() => window.print()}>
      <Printer aria-hidden size={14} /> Print
    </Button>
  );
}
