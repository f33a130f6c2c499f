"use client";

import { unstable_rethrow } from "next/navigation";
import { useEffect } from "react";
import { FailedPage } from "@/components/shell/error-page";
import { reloadAfterUpdate } from "@/components/shell/reload-after-update";

/**
 * Error page with instructions and the error digest under which the cause is logged. A page whose script is missing after an
 * update reloads.
 */
export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  unstable_rethrow(error);
  useEffect(() => reloadAfterUpdate(error), [error]);
  const mark = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert" className="mt-8 rounded-card border border-line bg-surface">
      <FailedPage title="This page couldn’t be shown" mark={mark} retry={retry} />
    </div>
  );
}
