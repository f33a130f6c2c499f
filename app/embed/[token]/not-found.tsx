import { ShownNotice } from "@/components/sharing/pages/page-frame";

/** An embed that was revoked, or never made: alike. */
export default function UnknownEmbed() {
  return <ShownNotice title="There is nothing here">Ask whoever runs this site.</ShownNotice>;
}
