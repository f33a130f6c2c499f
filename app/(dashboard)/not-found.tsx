import Link from "next/link";
import { SearchContainer } from "@/components/shell/search-field";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";

/** The page for a record that is not in the mirror. */
export default function DashboardNotFound() {
  return (
    <div className="mt-8 rounded-card border border-line bg-surface">
      <Notice
        title="Not found"
        action={
          <>
            <SearchContainer />
            <Link href="/board" className={buttonClass()}>
              To the board
            </Link>
          </>
        }
      >
        It is not tracked in this account, or no longer. Look it up by its number, or track it.
      </Notice>
    </div>
  );
}
