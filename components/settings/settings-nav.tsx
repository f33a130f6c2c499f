"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { useRights } from "@/components/ui/permissions";
import { useCurrentInView } from "@/components/ui/use-current-in-view";
import { SETTINGS_PAGES, settingsHref } from "./settings-pages";

/** The settings pages. `current` is the path of the page, null while unknown. */
function Links({ current }: { current: string | null }) {
  const may = useRights();
  const pages = SETTINGS_PAGES.filter(({ right }) => may(right));
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} className="flex gap-1 md:flex-col md:gap-0.5">
      <p className="px-2.5 pb-1 text-small text-ink-3 max-md:sr-only">{group}</p>
      {pages
        .filter((page) => page.group === group)
        .map(({ slug, label }) => {
          const href = settingsHref(slug);
          const here = current === href || current?.startsWith(`${href}/`);
          return (
            <Link
              key={slug}
              href={href}
              aria-current={here ? "page" : undefined}
              className={classNames(
                "rounded-chip px-2.5 py-1.5 whitespace-nowrap max-md:py-2",
                here
                  ? "bg-surface font-[550] text-ink shadow-[inset_0_0_0_1px_var(--line)]"
                  : "text-ink-2 hover:text-ink",
              )}
            >
              {label}
            </Link>
          );
        })}
    </div>
  ));
}

export function SettingsNav() {
  const current = usePathname();
  const links = useRef(null);
  useCurrentInView(links, current);
  return (
    <div ref={links} className="contents">
      <Links current={current} />
    </div>
  );
}

/** The same navigation before the path is known. */
export function SettingsNavUnmarked() {
  return <Links current={null} />;
}
