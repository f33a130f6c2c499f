import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DocumentsCard } from "@/components/documents/documents-card";
import { UploadForm } from "@/components/documents/upload-form";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { DocumentEmail, DocumentRecord } from "@/lib/features/documents/rules/document";

/** Chooses files, as the browser's dialog would. */
function choose(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  if (!input) throw new Error("The form has no input for files.");
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("files that the service does not accept are refused with the reason, and nothing is sent", async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, "send");
  await rendered(<UploadForm record={{ type: "container", id: "c-1" }} kinds={[]} link={saved} />);
  choose(
    new File([new Uint8Array(12_000_000)], "Large.pdf"),
    new File(["<html>"], "Page.html"),
    new File(["no picture"], "Scan.png"),
    new File([], "Empty.pdf"),
  );
  const alerts = page.getByRole("alert");
  await expect.poll(() => alerts.all()).toHaveLength(4);
  for (const [index, reason] of [
    "The file is 12.0 MB. The limit is 9.9 MB.",
    "Unsupported file type",
    "The file content is not a PNG image",
    "The file is empty.",
  ].entries())
    await expect.element(alerts.nth(index)).toHaveTextContent(reason);
  await expect.element(page.getByRole("button", { name: "Add documents…" })).toBeVisible();
  expect(send).not.toHaveBeenCalled();
});

test("documents of one email stand together under its subject and sender", async () => {
  const paper = (id: string, email: DocumentEmail | null): DocumentRecord => ({
    ...{ id, name: `${id}.pdf`, kind: null, type: null, bytes: null, status: null, failedReason: null },
    ...{ createdAt: null, links: [], email },
  });
  const email = {
    id: "m-1",
    subject: "Arrival <b>notice</b>",
    from: "ana@pacific.example",
    sentAt: hoursFromNow(-2),
  };
  await rendered(
    <DocumentsCard
      record={{ type: "container", id: "c-1" }}
      papers={[paper("a", email), paper("b", null), paper("c", email)]}
      kinds={[]}
      reported={{ asOf: hoursFromNow(0), problem: null }}
      actions={{ edit: saved, link: saved, remove: saved }}
    />,
  );
  const group = document.querySelector("[data-email=m-1]");
  expect(group?.querySelector("p")?.textContent).toBe(
    "Email “Arrival <b>notice</b>” from ana@pacific.example, 2h ago",
  );
  expect([...(group?.querySelectorAll("a") ?? [])].map((link) => link.textContent)).toEqual([
    "a.pdf",
    "c.pdf",
  ]);
});
