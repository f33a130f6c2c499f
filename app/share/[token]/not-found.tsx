import { ShownNotice } from "@/components/sharing/pages/page-frame";

/** An address that opens nothing, and never did as far as anybody can tell. */
export default function UnknownLink() {
  return <ShownNotice title="Link not found">Look whether all of it was copied.</ShownNotice>;
}
