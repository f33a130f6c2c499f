"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { FailedPage } from "@/components/shell/error-page";
import "./globals.css";

/** The error page for a failure of the root layout itself. */
export default function GlobalError() {
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
