"use client";

import { useEffect } from "react";
import { useKeys } from "@/components/keys/use-keys";
import { noteRecent } from "@/components/palette/recent";

function click(selector: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (each) => each.offsetParent !== null,
  );
  found?.click();
  return found !== undefined;
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  field?.scrollIntoView({ block: "center" });
  field?.focus();
  return field !== null;
}

/** The keys of a container's page; it counts as opened for the palette. */
export function ContainerKeys({ id, number, note }: { id: string; number: string; note: string }) {
  useEffect(() => {
    noteRecent({ kind: "container", id, name: number, note, address: "" });
  }, [id, number, note]);
  useKeys({
    assign: () => focus("#assign-party, #assign-company"),
    refresh: () => click("[data-refresh]"),
    next: () => click("a[rel=next]"),
    previous: () => click("a[rel=prev]"),
    back: () => click("nav[aria-label='Where this is'] a"),
  });
  return null;
}
