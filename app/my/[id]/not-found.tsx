import { SharedNotice } from "@/components/sharing/pages/page-frame";

/** The page for an unknown container and for another customer's container. Both look the same. */
export default function UnknownContainer() {
  return <SharedNotice title="Container not found">Go back and search for its number.</SharedNotice>;
}
