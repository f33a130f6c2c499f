"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ClockStart } from "@/components/time/clock";

/** What stands around a page that reads itself again: its memory, and the instant the server rendered at. */
export function ReadingProvider({ readAt, children }: { readAt: string; children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <ClockStart at={Date.parse(readAt)}>{children}</ClockStart>
    </QueryClientProvider>
  );
}
