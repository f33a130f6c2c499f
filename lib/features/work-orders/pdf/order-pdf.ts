import PDFDocument from "pdfkit";
import { pageStateText } from "@/lib/features/work-orders/messages";
import {
  type OrderFact,
  type OrderPage,
  type OrderSection,
  shownSections,
} from "@/lib/features/work-orders/rules";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import { type DocumentFont, FIRST_FONT, fontFor, fontSource, printable } from "./document-fonts";

const MARGIN = 54;
const LABEL_WIDTH = 120;
const GAP = 6;
const SIZES = { title: 20, heading: 11, text: 10, small: 8.5 } as const;
const INK = "#1b1a17";
const GREY = "#5d5a52";
const LINE = "#cfccc3";

type Doc = InstanceType<typeof PDFDocument>;
type Style = { size: keyof typeof SIZES; font?: DocumentFont; color?: string };

/** Sets the font for a text. Returns the text as it is written. */
function styled(doc: Doc, text: string, { size, font = "regular", color = INK }: Style): string {
  const shown = printable(text);
  const name = fontFor(shown, font);
  // Fonts are opened once for each document, by their name.
  doc.registerFont(name, fontSource(name)).font(name).fontSize(SIZES[size]).fillColor(color);
  return shown;
}

const widthOf = ({ page }: Doc): number => page.width - 2 * MARGIN;
const endOf = ({ page }: Doc): number => page.height - MARGIN;

function write(doc: Doc, text: string, style: Style): void {
  doc.text(styled(doc, text, style), MARGIN, doc.y, { width: widthOf(doc) });
}

/** Begins a new page when `height` does not fit below. */
function requireSpace(doc: Doc, height: number): void {
  if (doc.y + height > endOf(doc)) doc.addPage();
}

function writeFact(doc: Doc, { label, value, isChanged }: OrderFact): void {
  const left = MARGIN + LABEL_WIDTH;
  const width = widthOf(doc) - LABEL_WIDTH;
  const shown = `${value}${isChanged ? " (changed)" : ""}`;
  const text = styled(doc, shown, { size: "text" });
  const height = doc.heightOfString(text, { width });
  requireSpace(doc, Math.min(height, endOf(doc) - MARGIN));
  const top = doc.y;
  const pages = doc.bufferedPageRange().count;
  doc.text(styled(doc, label, { size: "text", color: GREY }), MARGIN, top, { width: LABEL_WIDTH - GAP });
  const afterLabel = doc.y;
  doc.text(styled(doc, shown, { size: "text" }), left, top, { width });
  const isOnePage = doc.bufferedPageRange().count === pages;
  doc.y = (isOnePage ? Math.max(doc.y, afterLabel) : doc.y) + GAP / 2;
}

function writeSection(doc: Doc, { title, facts, text, isChanged }: OrderSection): void {
  requireSpace(doc, 60);
  doc.y += GAP;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(doc), doc.y)
    .strokeColor(LINE)
    .lineWidth(0.5)
    .stroke();
  doc.y += GAP;
  write(doc, isChanged ? `${title} (changed)` : title, { size: "heading", font: "bold" });
  doc.y += GAP / 2;
  for (const fact of facts) writeFact(doc, fact);
  if (text !== undefined) write(doc, text || "none", { size: "text" });
}

const contactSection = ({ contact: { name, phone, email } }: OrderPage): OrderSection => ({
  title: "Dispatch",
  facts: [
    { label: "Contact", value: name },
    { label: "Phone", value: phone },
    { label: "Email", value: email },
  ].filter(({ value }) => value !== ""),
});

function writeOrder(doc: Doc, order: OrderPage): void {
  write(doc, `Work order ${order.number}`, { size: "title", font: "bold" });
  const about = [order.equipment, order.carrier && `for ${order.carrier}`, `version ${order.version}`];
  write(doc, joined(about), { size: "text", color: GREY });
  doc.y += GAP;
  write(doc, pageStateText(order), { size: "text", font: "bold" });
  doc.y += GAP;
  const contact = contactSection(order);
  for (const section of shownSections(order.sections)) writeSection(doc, section);
  if (contact.facts.length > 0) writeSection(doc, contact);
}

function numberPages(doc: Doc, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    // A text in the margin would begin another page.
    doc.page.margins.bottom = 0;
    const text = styled(doc, `${footer} · page ${at - start + 1} of ${count}`, {
      size: "small",
      color: GREY,
    });
    doc.text(text, MARGIN, doc.page.height - MARGIN + 20, { width: widthOf(doc), lineBreak: false });
  }
}

/** Makes the PDF of a work order, in letter format for the US and in A4 otherwise. `printed`: when, for the last line. */
export async function orderPdf(locale: Locale, order: OrderPage, printed: string): Promise<Buffer> {
  const doc = new PDFDocument({
    size: locale === "en-US" ? "LETTER" : "A4",
    margin: MARGIN,
    bufferPages: true,
    font: FIRST_FONT,
    info: { Title: `Work order ${order.number}` },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
  writeOrder(doc, order);
  numberPages(doc, `Work order ${order.number}, version ${order.version}, as of ${printed}`);
  doc.end();
  return done;
}
