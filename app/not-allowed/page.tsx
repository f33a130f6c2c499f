import type { Metadata } from "next";
import { Suspense } from "react";
import { NotAllowed } from "@/components/shell/not-allowed";
import { RIGHTS, refusalOf } from "@/lib/auth/access/roles";

export const metadata: Metadata = { title: "Not allowed" };

type Props = { searchParams: Promise<{ right?: string | string[] }> };

async function Refusal({ searchParams }: Props) {
  const { right } = await searchParams;
  return <p>{refusalOf(RIGHTS.find((known) => known === right) ?? "administer")}</p>;
}

/** The page for a user without the required right. */
export default function NotAllowedPage(props: Props) {
  return (
    <NotAllowed>
      <Suspense>
        <Refusal {...props} />
      </Suspense>
    </NotAllowed>
  );
}
