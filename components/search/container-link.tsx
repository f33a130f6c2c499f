"use client";

import type { ComponentProps } from "react";
import { ListLink } from "@/components/ui/lists/list-link";
import { containerHref } from "@/lib/features/containers/urls";

/** A link to a container out of a list: the list's address, as it is when the link is followed, travels along. */
export function ContainerLink({
  id,
  ...rest
}: { id: string } & Omit<ComponentProps<typeof ListLink>, "hrefFrom">) {
  return <ListLink {...rest} hrefFrom={(from) => containerHref(id, from)} />;
}
