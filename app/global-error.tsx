"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { useEffect } from "react";
import { FailedPage } from "@/components/shell/error-page";
import { reloadAfterUpdate } from "@/components/shell/reload-after-update";
import "./globals.css";

/** The error page for a failure of the root layout itself. Reloads after an update as the dashboard's error page does. */
export default function GlobalError({ error }: { error: unknown }) {
  useEffect(() => reloadAfterUpdate(error), [error]);
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <title>Drayboard</title>
        <main role="alert" className="mx-auto max-w-xl px-4 pt-[16vh]">
          <FailedPage title="Something went wrong" retry={() => window.location.reload()} />
        </main>
      </body>
    </html>
  );
}
