"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

/** The address of the list this tab shows, to find the way back and on to the next row. */
export const listAddress = (): string => `${window.location.pathname}${window.location.search}`;

/** A link out of a list: the list's address, as it is when the link is followed, travels along. */
export function ListLink({
  hrefFrom,
  ...rest
}: {
  /** The address of what is opened, out of the list at `from`. */ hrefFrom: (from?: string) => string;
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
