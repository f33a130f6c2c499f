"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps, SyntheticEvent } from "react";
import { containerHref } from "./container-href";

/** The address of the list this tab shows, to find the way back and on to the next box. */
export const listAddress = (): string => `${window.location.pathname}${window.location.search}`;

function pointToList(event: SyntheticEvent<HTMLAnchorElement>, id: string): void {
  event.currentTarget.setAttribute("href", containerHref(id, listAddress()));
}

/** A link to a container out of a list: the list's address, as it is when the link is followed, travels along. */
export function ContainerLink({ id, ...rest }: { id: string } & Omit<ComponentProps<typeof Link>, "href">) {
  const router = useRouter();
  return (
    <Link
      {...rest}
      href={containerHref(id)}
      onPointerDown={(event) => pointToList(event, id)}
      onKeyDown={(event) => pointToList(event, id)}
      onNavigate={(event) => {
        event.preventDefault();
        router.push(containerHref(id, listAddress()));
      }}
    />
  );
}
