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
              Go to board
            </Link>
          </>
        }
      >
        It is not, or no longer, tracked in this account. Search by number, or track it.
      </Notice>
    </div>
  );
}
