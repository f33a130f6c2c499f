import Link from "next/link";
import { LiveRefresh } from "@/components/live/live-refresh";
import { PageTop } from "@/components/shell/page-top";
import { RenderedAt } from "@/components/shell/rendered-at";
import type { FormAction } from "@/components/ui/form-state";
import { Notice } from "@/components/ui/notice";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { CreatePartyForm } from "./create-party-form";

/** A party, and how many boxes it is to pull that are not picked up yet. */
export type PartyEntry = { id: string; name: string; nickname: string | null; boxes: number };

/** The account's parties, and the way to make one. */
export function PartiesView({
  parties,
  readAt,
  createAction,
}: {
  parties: readonly PartyEntry[];
  readAt: string;
  createAction: FormAction;
}) {
  return (
    <>
      <LiveRefresh watch={{ parties: true }} />
      <PageTop title="Parties" />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]">
        <CreatePartyForm action={createAction} />
        {parties.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <Notice title="No parties yet">
              Create the dray carriers and customers you work with. Boxes are assigned to them.
            </Notice>
          </div>
        ) : (
          <Table
            label="Parties by name"
            heads={
              <>
                <Head>Company</Head>
                <Head className="text-right">Boxes to pull</Head>
              </>
            }
          >
            {parties.map(({ id, name, nickname, boxes }) => (
              <Row key={id} data-party={id}>
                <Cell>
                  {name}
                  {nickname && <Note>{nickname}</Note>}
                </Cell>
                <Cell className="text-right">
                  {boxes > 0 ? (
                    <Link
                      href={`/board?carrier=${encodeURIComponent(id)}`}
                      className="text-accent hover:underline"
                      aria-label={`${boxes} boxes of ${name} on the board`}
                    >
                      {boxes}
                    </Link>
                  ) : (
                    <span className="text-ink-3">none</span>
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </div>
      <RenderedAt at={readAt} />
    </>
  );
}
