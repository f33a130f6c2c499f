import { ShownNotice } from "@/components/sharing/pages/page-frame";

/** The page for an unknown link. It does not reveal whether the link ever existed. */
export default function UnknownLink() {
  return <ShownNotice title="Link not found">Check that you copied the whole link.</ShownNotice>;
}
