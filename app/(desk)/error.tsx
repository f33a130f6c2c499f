"use client";

import { unstable_rethrow } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** A page that could not be shown: what to do, and the mark under which its cause stands in the log. */
export default function DeskError({ error, retry }: { error: unknown; retry: () => void }) {
  unstable_rethrow(error);
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <div role="alert" className="mt-8 rounded-card border border-line bg-surface">
      <Notice
        title="This page could not be shown"
        action={<Button onClick={() => retry()}>Try again</Button>}
      >
        Nothing was lost. If it stays so, ask who runs this desk to look at its log
        {digest ? (
          <>
            {" "}
            for <code className="font-mono">{digest}</code>
          </>
        ) : null}
        .
      </Notice>
    </div>
  );
}
