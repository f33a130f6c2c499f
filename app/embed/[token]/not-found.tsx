import { ShownNotice } from "@/components/sharing/pages/page-frame";

/** The page for an unknown embed and for a revoked one. Both look the same. */
export default function UnknownEmbed() {
  return <ShownNotice title="Embed not found">Contact the owner of this site.</ShownNotice>;
}
