import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";

/** The page for an unknown address. */
export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl px-4 pt-[16vh]">
      <Notice
        title="Page not found"
        action={
          <Link href="/board" className={buttonClass("main")}>
            Go to board
          </Link>
        }
      >
        Check the address. It may be mistyped or from another dashboard.
      </Notice>
    </main>
  );
}
