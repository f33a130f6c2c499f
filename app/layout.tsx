import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { LocaleDisplay } from "@/components/preferences/locale";
import { sidebarScript } from "@/components/preferences/sidebar";
import { themeScript } from "@/components/preferences/theme";
import { TranslatedPages } from "@/components/ui/translated-pages";
import { NONCE_HEADER } from "@/lib/auth/access/content-security-policy";
import { config } from "@/lib/platform/config/config";
import { RestoredNotice } from "./restored-notice";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Drayboard", template: "%s · Drayboard" },
  description: "See which containers can be pulled now, and their holds, deadlines and charges.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f5f2" },
    { media: "(prefers-color-scheme: dark)", color: "#131417" },
  ],
};

// Each answer's scripts carry its own nonce: no page's frame is made beforehand (docs/decisions/0014).
export const instant = false;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, run before the first paint
          dangerouslySetInnerHTML={{ __html: `${themeScript};${sidebarScript}` }}
        />
      </head>
      <body>
        <Suspense>
          <RestoredNotice />
        </Suspense>
        <TranslatedPages />
        <LocaleDisplay locale={config().locale}>{children}</LocaleDisplay>
      </body>
    </html>
  );
}
