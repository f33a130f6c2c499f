import { type ReactNode, Suspense } from "react";

export type EmbedTheme = "light" | "dark" | "system";

/** The layout of embedded content: minimal, in the theme that the embedding site requests. */
export function EmbedFrame({
  theme,
  label,
  lookup,
  live,
  children,
}: {
  theme: EmbedTheme;
  label: string;
  lookup: ReactNode;
  live: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className="min-h-dvh bg-paper text-ink"
      style={theme === "system" ? undefined : { colorScheme: theme }}
      data-embed-theme={theme}
    >
      <main data-embed className="p-3">
        <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h1 className="min-w-0 font-[580] wrap-anywhere">{label}</h1>
          <Suspense>{live}</Suspense>
        </div>
        {lookup}
        {children}
      </main>
    </div>
  );
}
