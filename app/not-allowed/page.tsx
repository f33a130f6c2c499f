import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { RIGHTS, refusalOf } from "@/lib/auth/access/roles";

export const metadata: Metadata = { title: "Not allowed" };

type Props = { searchParams: Promise<{ right?: string | string[] }> };

async function Refusal({ searchParams }: Props) {
  const { right } = await searchParams;
  return <p>{refusalOf(RIGHTS.find((known) => known === right) ?? "administer")}</p>;
}

/** The page for a user without the required right. It names the right and the contact. */
export default function NotAllowedPage(props: Props) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="text-lg font-semibold">Not allowed</h1>
      <Suspense>
        <Refusal {...props} />
      </Suspense>
      <p>
        <Link href="/" className="text-accent underline">
          Go to your home page
        </Link>
      </p>
    </main>
  );
}
