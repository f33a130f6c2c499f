"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ClockStart } from "@/components/time/clock";

/** The provider for a page that refetches itself: its query cache and the server's render time. */
export function ReadingProvider({ readAt, children }: { readAt: string; children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <ClockStart at={Date.parse(readAt)}>{children}</ClockStart>
    </QueryClientProvider>
  );
}
