"use client";

import type { ComponentProps } from "react";
import { ListLink } from "@/components/ui/lists/list-link";
import { containerHref } from "@/lib/features/containers/urls";

/** A link from a list to a container. It includes the list's address at the time of the click. */
export function ContainerLink({
  id,
  ...rest
}: { id: string } & Omit<ComponentProps<typeof ListLink>, "hrefFrom">) {
  return <ListLink {...rest} hrefFrom={(from) => containerHref(id, from)} />;
}
