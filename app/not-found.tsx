import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";

/** The page for an unknown address. */
export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 pt-[16vh]">
      <Notice
        title="There is no such page"
        action={
          <Link href="/board" className={buttonClass("main")}>
            To the board
          </Link>
        }
      >
        The address may be mistyped, or from another dashboard.
      </Notice>
    </main>
  );
}
