"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

/** The address of the list in this tab, for the links back and to the next row. */
export const listAddress = (): string => `${window.location.pathname}${window.location.search}`;

/** A link from a list. It includes the list's address at the time of the click. */
export function ListLink({
  hrefFrom,
  ...rest
}: {
  /** Returns the address of the target when opened from the list at `from`. */ hrefFrom: (
    from?: string,
  ) => string;
} & Omit<ComponentProps<typeof Link>, "href">) {
  const router = useRouter();
  const point = (link: HTMLAnchorElement) => link.setAttribute("href", hrefFrom(listAddress()));
  return (
    <Link
      {...rest}
      href={hrefFrom()}
      onPointerDown={(event) => point(event.currentTarget)}
      onKeyDown={(event) => point(event.currentTarget)}
      onNavigate={(event) => {
        event.preventDefault();
        router.push(hrefFrom(listAddress()));
      }}
    />
  );
}
