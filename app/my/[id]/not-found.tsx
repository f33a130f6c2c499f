import { ShownNotice } from "@/components/sharing/pages/page-frame";

/** A container that is nobody's, or somebody else's: alike. */
export default function UnknownContainer() {
  return <ShownNotice title="Container not found">Go back and search for its number.</ShownNotice>;
}
