"use client";

import { unstable_rethrow } from "next/navigation";
import { FailedPage } from "@/components/shell/error-page";

/** Error page with instructions and the error digest under which the cause is logged. */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  unstable_rethrow(error);
  const mark = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert" className="mt-8 rounded-card border border-line bg-surface">
      <FailedPage title="This page couldn’t be shown" mark={mark} retry={retry} />
    </div>
  );
}
