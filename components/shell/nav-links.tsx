"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useMay } from "@/components/ui/permissions";

const PAGES = [
  { href: "/home", label: "Home", under: ["/home"] },
  { href: "/board", label: "Board", under: ["/board", "/containers"] },
  { href: "/plan", label: "Day plan", under: ["/plan"] },
  { href: "/follow-ups", label: "Follow-ups", under: ["/follow-ups"] },
  { href: "/shipments", label: "Shipments", under: ["/shipments"] },
  { href: "/track", label: "Track", under: ["/track"] },
  { href: "/parties", label: "Parties", under: ["/parties"] },
  { href: "/reports", label: "Reports", under: ["/reports"] },
  { href: "/settings/connection", label: "Settings", under: ["/settings"] },
] as const;

/** The main navigation of the dashboard. `current` is the path of the page, null while unknown. */
function Links({ current, boardCount }: { current: string | null; boardCount: ReactNode }) {
  const mayAdminister = useMay("administer");
  return PAGES.map(({ href, label, under }) => {
    const here = current !== null && under.some((path) => current === path || current.startsWith(`${path}/`));
    return (
      <Link
        key={href}
        href={href === "/settings/connection" && !mayAdminister ? "/settings" : href}
        aria-current={here ? "page" : undefined}
        className={classNames(
          "flex items-center justify-between gap-2 rounded-chip px-2.5 py-1.5 max-md:py-2.5",
          here
            ? "bg-surface font-[550] text-ink shadow-[0_0_0_1px_var(--line)]"
            : "text-ink-2 hover:text-ink",
        )}
      >
        {label}
        {href === "/board" && <span className="font-normal">{boardCount}</span>}
      </Link>
    );
  });
}

export function NavLinks({ boardCount }: { boardCount: ReactNode }) {
  return <Links current={usePathname()} boardCount={boardCount} />;
}

/** The same navigation before the path is known: every link works, none is marked. */
export function NavLinksUnmarked({ boardCount }: { boardCount: ReactNode }) {
  return <Links current={null} boardCount={boardCount} />;
}
