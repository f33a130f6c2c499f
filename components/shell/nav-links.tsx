"use client";

import {
  Building2,
  CalendarClock,
  ChartColumn,
  House,
  PhoneOutgoing,
  Plus,
  Rows3,
  Settings,
  Ship,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useMay } from "@/components/ui/permissions";

const PAGES = [
  { href: "/home", label: "Home", icon: House, under: ["/home"] },
  { href: "/board", label: "Board", icon: Rows3, under: ["/board", "/containers"] },
  { href: "/plan", label: "Day plan", icon: CalendarClock, under: ["/plan"] },
  { href: "/follow-ups", label: "Follow-ups", icon: PhoneOutgoing, under: ["/follow-ups"] },
  { href: "/shipments", label: "Shipments", icon: Ship, under: ["/shipments"] },
  { href: "/track", label: "Track", icon: Plus, under: ["/track"] },
  { href: "/parties", label: "Parties", icon: Building2, under: ["/parties"] },
  { href: "/reports", label: "Reports", icon: ChartColumn, under: ["/reports"] },
  { href: "/settings/connection", label: "Settings", icon: Settings, under: ["/settings"] },
] as const;

/** The main navigation of the dashboard. `current` is the path of the page, null while unknown. */
function Links({ current, boardCount }: { current: string | null; boardCount: ReactNode }) {
  const mayAdminister = useMay("administer");
  return PAGES.map(({ href, label, icon: Icon, under }) => {
    const here = current !== null && under.some((path) => current === path || current.startsWith(`${path}/`));
    return (
      <Link
        key={href}
        href={href === "/settings/connection" && !mayAdminister ? "/settings" : href}
        aria-current={here ? "page" : undefined}
        title={label}
        className={classNames(
          "flex items-center gap-2.5 rounded-chip px-2.5 py-1.5 max-md:py-2.5",
          here
            ? "bg-surface font-[550] text-ink shadow-[0_0_0_1px_var(--line)]"
            : "text-ink-2 hover:text-ink",
        )}
      >
        <Icon aria-hidden size={15} className={classNames("shrink-0", here ? "text-accent" : "text-ink-3")} />
        <span className="narrow:md:sr-only">{label}</span>
        {href === "/board" && <span className="ml-auto font-normal narrow:md:sr-only">{boardCount}</span>}
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
