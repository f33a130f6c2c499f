import { type ComponentProps, createElement, type MouseEvent } from "react";
import { useRouter } from "./navigation";

type LinkProps = ComponentProps<"a"> & {
  href: string;
  prefetch?: boolean | null;
  replace?: boolean;
  scroll?: boolean;
  onNavigate?: (event: { preventDefault: () => void }) => void;
};

/** `next/link`: a click is noted by the stand-in router instead of loading a page. */
export default function Link({ prefetch, replace, scroll, onNavigate, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    onNavigate?.({ preventDefault });
    if (!prevented) router[replace ? "replace" : "push"](event.currentTarget.getAttribute("href") ?? "");
  };
  return createElement("a", { ...rest, onClick: follow });
}
