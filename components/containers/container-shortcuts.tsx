"use client";

import { useEffect } from "react";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { noteRecent } from "@/components/search/recent-records";
import { useMay } from "@/components/ui/permissions";

/** The visible element that matches. Pages cached by the router are also in the document. */
const onScreen = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.offsetParent !== null);

function click(selector: string): boolean {
  const found = onScreen(selector);
  found?.click();
  return found !== undefined;
}

function focus(selector: string): boolean {
  const field = onScreen(selector);
  field?.scrollIntoView({ block: "center" });
  field?.focus();
  return field !== undefined;
}

/** The keyboard shortcuts of a container's page. Also records the container as recently opened for the palette. */
export function ContainerKeys({ id, number, note }: { id: string; number: string; note: string }) {
  useEffect(() => {
    noteRecent({ kind: "container", id, name: number, note, address: "" });
  }, [id, number, note]);
  const mayDispatch = useMay("dispatch");
  useKeys({
    assign: mayDispatch ? () => focus("#assign-party") : undefined,
    refresh: mayDispatch ? () => click("[data-refresh]") : undefined,
    next: () => click("a[rel=next]"),
    previous: () => click("a[rel=prev]"),
    back: () => click("nav[data-breadcrumb] a"),
  });
  return null;
}
