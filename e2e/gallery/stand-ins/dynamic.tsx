import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

/** `next/dynamic`: a component whose script loads when it is first rendered. */
export default function dynamic<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  options: { ssr?: boolean; loading?: () => ReactNode } = {},
) {
  const Lazy = lazy(async () => {
    const loaded = await load();
    return "default" in loaded ? loaded : { default: loaded };
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as Next's
  return function Dynamic(props: Props) {
    return (
      <Suspense fallback={options.loading?.() ?? null}>
        <Lazy {...props} />
      </Suspense>
    );
  };
}
