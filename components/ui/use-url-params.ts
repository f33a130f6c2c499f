"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useState } from "react";

/** Writes parameters to the address. With `step`, the browser's back button undoes it. */
export type WriteAddress = (search: string, step?: boolean) => void;

/**
 * The parameters of a page's address, with a function to write them. The content and the address change immediately. A
 * delayed write could undo the navigation of a user who opened a row meanwhile.
 *
 * @param path the page's path
 * @param beginning the parameters for an address without parameters; "" for none
 */
export function useAddress(path: string, beginning = ""): [string, WriteAddress] {
  const heard = useSearchParams().toString();
  const [search, setSearch] = useState(heard === "" ? beginning : heard);

  // A step back, a link or a page put back from the router's copies: the address itself is what counts. What stands below
  // it is never painted as that of the address before: a key pressed there would be meant for the one that is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again whenever the router tells of another one
  useLayoutEffect(() => {
    if (window.location.pathname !== path) return;
    const now = window.location.search.slice(1);
    setSearch(now === "" ? beginning : now);
  }, [heard, path, beginning]);

  const write = useCallback(
    (text: string, step = false) => {
      setSearch(text);
      const href = text === "" ? path : `${path}?${text}`;
      if (step) window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
    },
    [path],
  );
  return [search, write];
}
