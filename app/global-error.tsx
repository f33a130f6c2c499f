"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import "./globals.css";

/** The last resort, when not even the frame could be drawn. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Drayboard</title>
        <main role="alert" className="mx-auto max-w-xl px-4 pt-[16vh]">
          <Notice
            title="The desk could not be drawn"
            action={<Button onClick={() => retry()}>Try again</Button>}
          >
            Nothing was lost. If it stays so, ask who runs this desk to look at its log.
          </Notice>
        </main>
      </body>
    </html>
  );
}
