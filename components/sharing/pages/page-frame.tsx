import { type ReactNode, Suspense } from "react";
import { CompanyBrand } from "@/components/company/company-brand";
import type { Company } from "@/lib/features/company/rules";

/**
 * The layout of a page for external viewers: the company, its title, the live status and the content, also shown when
 * `live` fails.
 */
export function SharedFrame({
  title,
  company,
  live,
  children,
}: {
  title: string;
  company: Company;
  live?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-[1080px] px-3 py-4 sm:px-5">
      <CompanyBrand company={company} />
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-2.5">
        <h1 className="flex min-w-0 items-center gap-2 text-lead font-[620] tracking-tight">
          <span aria-hidden className="brand-mark shrink-0" />
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </h1>
        <Suspense>{live}</Suspense>
      </div>
      {children}
    </main>
  );
}

/** A plain page with one message. */
export function SharedNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-2 p-6 text-center">
      <h1 className="text-lead font-[600]">{title}</h1>
      <p className="text-ink-2">{children}</p>
    </main>
  );
}
