import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { ThemeSwitch } from "@/components/preferences/theme-switch";
import { PaletteButton } from "@/components/search/palette-button";
import { PhoneMenu } from "./mobile-menu";
import { NavLinks, NavLinksUnmarked } from "./nav-links";
import { SidebarButton } from "./sidebar-button";
import { SkipLinks } from "./skip-links";

function Brand() {
  return (
    <Link href="/board" className="flex items-center gap-2 text-lead font-[650] tracking-tight">
      <span aria-hidden className="brand-mark" />
      <span className="narrow:md:sr-only">Drayboard</span>
    </Link>
  );
}

/**
 * The layout of every signed-in page: navigation at the side, on a phone in a menu at the top. `account` shows the
 * signed-in user and the sign-out button; `boardCount` is the number of containers.
 */
export function Shell({
  boardCount,
  account,
  children,
}: {
  boardCount: ReactNode;
  account: ReactNode;
  children: ReactNode;
}) {
  const links = (
    <Suspense fallback={<NavLinksUnmarked boardCount={boardCount} />}>
      <NavLinks boardCount={boardCount} />
    </Suspense>
  );
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[196px_minmax(0,1fr)] narrow:md:grid-cols-[56px_minmax(0,1fr)]">
      <SkipLinks />
      <header className="sticky top-0 z-30 border-b border-line bg-paper md:hidden">
        <PhoneMenu>
          <PaletteButton />
          <nav aria-label="Main menu" className="flex flex-col gap-0.5">
            {links}
          </nav>
          <div className="flex items-end justify-between gap-3 border-t border-line px-2.5 pt-3">
            <div className="min-w-0 text-note text-ink-2">{account}</div>
            <ThemeSwitch />
          </div>
        </PhoneMenu>
      </header>
      <header className="sticky top-0 flex h-dvh flex-col gap-0.5 overflow-y-auto border-r border-line px-2.5 py-3.5 max-md:hidden">
        <div className="flex items-center justify-between gap-2 pt-0.5 pb-3 pl-2.5 narrow:flex-col narrow:pl-0">
          <Brand />
          <SidebarButton />
        </div>
        <PaletteButton />
        <nav aria-label="Main menu" className="flex flex-col gap-0.5">
          {links}
        </nav>
        <div className="mt-auto flex flex-col gap-2.5 px-2.5 py-2 narrow:hidden">
          <ThemeSwitch />
          <div className="min-w-0 text-note text-ink-2">{account}</div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 px-3 pt-3 pb-6 outline-none md:px-5 md:pt-3.5">
        {children}
      </main>
    </div>
  );
}
