"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useRef } from "react";

/** Closes the menu when another page opens. */
function CloseOnNavigation({ close }: { close: () => void }) {
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(close, [path]);
  return null;
}

/** The top bar of a phone. Works without JavaScript: the menu is a native disclosure element. */
export function PhoneMenu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = useRef(() => menu.current?.removeAttribute("open"));

  return (
    <details
      ref={menu}
      className="group"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close.current();
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <Suspense>
        <CloseOnNavigation close={close.current} />
      </Suspense>
      <summary className="flex min-h-11 list-none items-center justify-between px-3 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-2 text-lead font-[650] tracking-tight">
          <span aria-hidden className="brand-mark" />
          Drayboard
        </span>
        <span className="sr-only">Menu</span>
        <Menu aria-hidden size={20} className="group-open:hidden" />
        <X aria-hidden size={20} className="hidden group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full flex flex-col gap-3 border-b border-line bg-paper px-3 pt-1 pb-3 shadow-pop">
        {children}
      </div>
    </details>
  );
}
