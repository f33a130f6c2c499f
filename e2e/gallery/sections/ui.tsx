import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { PartyPicker } from "@/components/ui/forms/party-picker";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { EditList } from "@/components/ui/lists/edit-list";
import { RowPages } from "@/components/ui/lists/pagination";
import { ListRows } from "@/components/ui/lists/text-list";
import { Modal } from "@/components/ui/modal";
import { Panel } from "@/components/ui/panel";
import { PencilButton } from "@/components/ui/pencil-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { notify, notifyProblem } from "@/components/ui/toasts";
import { PARTIES, saved } from "@/e2e/gallery/support/data";
import type { Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";

const nothing = () => undefined;

/** States below each other, each with its name. */
export function States({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4">{children}</div>;
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-micro text-ink-3">{name}</p>
      {children}
    </div>
  );
}

const picker = (change: Partial<Parameters<typeof PartyPicker>[0]>) => (
  <PartyPicker
    id="picker"
    name="party"
    label="Dray carrier"
    parties={PARTIES}
    value=""
    onChange={nothing}
    {...change}
  />
);

export const sections: Section[] = [
  {
    id: "ui/button",
    width: 640,
    render: () => (
      <States>
        {(["plain", "main", "quiet", "danger"] as const).map((variant) => (
          <State key={variant} name={variant}>
            <div className="flex gap-2">
              <Button variant={variant}>Save</Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} aria-busy disabled>
                Saving…
              </Button>
              <Button variant={variant}>
                <Plus aria-hidden size={14} /> Add
              </Button>
              <a href="/board" className={buttonClass(variant)}>
                Open the board
              </a>
            </div>
          </State>
        ))}
        <State name="icons">
          <div className="flex gap-2">
            <PencilButton label="Edit tags" onClick={nothing} />
            <CopyButton text="MSKU4807969" what="container number" />
          </div>
        </State>
      </States>
    ),
  },
  {
    id: "ui/tag",
    width: 480,
    render: () => (
      <div className="flex gap-2">
        {(["late", "soon", "go", "plain"] as const).map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <span className="w-24">
          <Tag tone="plain">a tag that is longer than its place</Tag>
        </span>
      </div>
    ),
  },
  {
    id: "ui/card",
    width: 480,
    render: () => (
      <States>
        <Card title="Charges" aside={<b className="font-[560]">$960.00</b>}>
          The content.
        </Card>
        <Card title="Without a note">The content.</Card>
      </States>
    ),
  },
  {
    id: "ui/notice",
    width: 640,
    render: () => (
      <States>
        <Notice title="No containers yet" action={<Button variant="main">Track a container</Button>}>
          Enter a container, bill of lading or booking number.
        </Notice>
        <Notice title={`No containers match “${"A".repeat(90)}”`} action={<Button>Clear filters</Button>} />
      </States>
    ),
  },
  {
    id: "ui/fields",
    width: 480,
    render: () => (
      <States>
        <TextField id="plain" label="Company name" defaultValue="Harbor Dray" />
        <TextField
          id="hinted"
          label="Name"
          optional
          hint="Shown at the top of the shared page."
          placeholder="A name"
        />
        <TextField
          id="wrong"
          label="Company name"
          defaultValue=""
          error="Enter the company name."
          hint="A dray carrier or a customer."
        />
        <SelectField
          id="select"
          label="Role"
          options={[{ value: "dray", label: "Pickup dray carrier" }]}
          error="The service rejected this role."
        />
        <Field id="text" label="Note" hint="Also shown on the board.">
          <textarea
            {...fieldProps("text", { hint: true })}
            rows={2}
            className={fieldClass()}
            defaultValue="Call ahead."
          />
        </Field>
      </States>
    ),
  },
  {
    id: "ui/form",
    width: 480,
    render: () => (
      <States>
        <OpenedForm draft="form" action={nothing} hidden={{}} problem={null} onDone={nothing}>
          <TextField id="one" label="Tags" defaultValue="hot" />
        </OpenedForm>
        <OpenedForm
          draft="form"
          action={nothing}
          hidden={{}}
          problem="Another user changed this list. Yours was not saved."
          onDone={nothing}
        >
          <TextField id="two" label="Tags" defaultValue="hot" error="Enter at most 50 tags." />
        </OpenedForm>
        <FormProblem problem="The tracking service is not responding. Nothing was saved." />
        <form>
          <FormButtons
            label="Delete"
            pendingText="Deleting…"
            pending={false}
            variant="danger"
            onLeave={nothing}
          />
        </form>
        <form>
          <FormButtons label="Delete" pendingText="Deleting…" pending variant="danger" onLeave={nothing} />
        </form>
      </States>
    ),
  },
  {
    id: "ui/form-pending",
    width: 480,
    render: () => (
      <form action={() => new Promise(() => undefined)}>
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
      </form>
    ),
    play: () => userEvent.click("Save"),
  },
  {
    id: "ui/party-picker",
    width: 480,
    render: () => (
      <States>
        <State name="empty">{picker({})}</State>
        <State name="chosen">{picker({ id: "chosen", value: "p-1" })}</State>
        <State name="with an error">{picker({ id: "wrong", error: "Select a party." })}</State>
      </States>
    ),
  },
  {
    id: "ui/party-picker-open",
    width: 480,
    height: 240,
    render: () => picker({ value: "p-1" }),
    play: () => userEvent.click("Show dray carrier choices"),
  },
  {
    id: "ui/party-picker-new",
    width: 480,
    height: 200,
    render: () => picker({ newParty: { name: "", onChoose: nothing } }),
    play: () => userEvent.type("Dray carrier", "Bay Cartage"),
  },
  {
    id: "ui/party-picker-none",
    width: 480,
    height: 160,
    render: () => picker({}),
    play: () => userEvent.type("Dray carrier", "nobody"),
  },
  {
    id: "ui/edit-list",
    width: 420,
    render: () => (
      <ListRows label="References" entries={["PO-88120", "PO-88121", "مرجع ٧", `PO-${"8".repeat(60)}`]}>
        <EditList
          list={{
            record: { containerId: "c-1" },
            list: "containerReferences",
            label: "References",
            hint: "One per line.",
            entries: ["PO-88120", "PO-88121"],
          }}
          action={saved}
        />
      </ListRows>
    ),
    play: () => userEvent.click("Edit references"),
  },
  {
    id: "ui/edit-list-viewer",
    width: 420,
    role: "viewer",
    render: () => (
      <ListRows label="Tags" entries={[]}>
        <EditList
          list={{ record: { shipmentId: "s-1" }, list: "shipmentTags", label: "Tags", hint: "", entries: [] }}
          action={saved}
        />
      </ListRows>
    ),
  },
  {
    id: "ui/pagination",
    width: 480,
    render: () => <RowPages offset={0} size={100} total={1_204} onOffset={nothing} />,
  },
  {
    id: "ui/pagination-end",
    width: 480,
    render: () => <RowPages offset={1_200} size={100} total={1_204} onOffset={nothing} />,
  },
  {
    id: "ui/table",
    width: 560,
    render: () => (
      <Table
        bare
        label="Drift repairs"
        heads={
          <>
            <Head>Field</Head>
            <Head className="text-right">Count</Head>
          </>
        }
      >
        {["Last free day", "Holds"].map((field, index) => (
          <Row key={field}>
            <Cell>
              {field}
              <Note>at the terminal</Note>
            </Cell>
            <Cell className="text-right">{index + 1}</Cell>
          </Row>
        ))}
      </Table>
    ),
  },
  {
    id: "ui/skeleton",
    width: 480,
    render: () => (
      <div className="flex flex-col gap-2" aria-busy>
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-10 w-full" />
      </div>
    ),
  },
  {
    id: "ui/panel",
    width: 760,
    height: 420,
    render: () => (
      <Panel title="Columns" onClose={nothing}>
        <p>The content of the panel.</p>
      </Panel>
    ),
  },
  {
    id: "ui/modal",
    width: 760,
    height: 360,
    render: () => (
      <Modal label="Search" onClose={nothing} className="p-4">
        <TextField id="search" label="Search" />
      </Modal>
    ),
  },
  {
    id: "ui/toasts",
    width: 480,
    height: 200,
    render: () => <p>The page.</p>,
    play: async () => {
      await notify("Harbor Dray assigned.");
      await notifyProblem("Drayboard is not responding. Nothing was saved.");
      await appears("[data-sonner-toast] ~ [data-sonner-toast]");
      // The pointer over the toasts shows all of them.
      document
        .querySelector("[data-sonner-toaster]")
        ?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    },
  },
];
