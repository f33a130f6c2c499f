"use client";

import { unstable_rethrow } from "next/navigation";
import { FailedPage } from "@/components/shell/error-page";

/** A page that could not be shown: what to do, and the mark under which its cause stands in the log. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  unstable_rethrow(error);
  const mark = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert" className="mt-8 rounded-card border border-line bg-surface">
      <FailedPage title="This page could not be shown" mark={mark} retry={retry} />
    </div>
  );
}
