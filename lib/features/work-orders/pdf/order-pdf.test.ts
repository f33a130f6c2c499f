import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import type { OrderPage } from "@/lib/features/work-orders/rules";
import { fontFor, printable } from "./document-fonts";
import { orderPdf } from "./order-pdf";

const ORDER: OrderPage = {
  version: 2,
  state: "changed",
  carrier: "Harbor Dray",
  number: "MSKU 480796 9",
  equipment: "40′ high cube",
  expires: "Fri, Nov 20, 2:00 PM PST",
  changed: ["Planned pickup"],
  differences: {},
  last: null,
  sections: [
    {
      title: "Pickup",
      facts: [{ label: "Planned pickup", value: "Thu, Nov 19, 9:30 AM PST", isChanged: true }],
    },
  ],
  contact: { name: "Ana Ruiz", phone: "+1 310 555 0142", email: "" },
  gateCity: "Los Angeles",
  zone: "America/Los_Angeles",
};
const PRINTED = "Wed, Nov 18, 9:00 AM PST";

async function pagesOf(order: OrderPage): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await orderPdf("en-US", order, PRINTED)));
  return (await extractText(pdf)).text;
}
const withText = (text: string): OrderPage => ({
  ...ORDER,
  sections: [{ title: "Instructions", facts: [], text }],
});

describe("the PDF of a work order", () => {
  it("has the container, the state, what changed, the contact and when it was printed", async () => {
    const [text = "", ...others] = await pagesOf(ORDER);
    expect(others).toEqual([]);
    for (const part of [
      "Work order MSKU 480796 9",
      "40′ high cube · for Harbor Dray · version 2",
      "The order changed since your response: planned pickup.",
      "Thu, Nov 19, 9:30 AM PST (changed)",
      "Ana Ruiz",
      `as of ${PRINTED} · page 1 of 1`,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("Email");
  });

  it.each([
    ["Latin with accents", "Łódź, Çeşme, Ñuñoa — “dock” №"],
    ["Cyrillic and Greek", "Позвоните. Πειραιάς"],
    ["Chinese, Japanese and Korean", "請致電 倉庫 お電話 창고"],
    ["Thai and Hindi", "คลังสินค้า गोदाम"],
  ])("prints %s", async (_, script) => {
    const [text = ""] = await pagesOf(withText(script));
    const letters = (of: string) => of.normalize("NFKC").replace(/[^\p{L}]/gu, "");
    expect(letters(text)).toContain(letters(script));
  });

  it.each([
    "Ångström & Söhne <Dray> “O’Brien”",
    "Łódź № 5 / Dray™",
    "<b>Harbor</b> & Co",
    "Đặng Vận Tải",
    "=HYPERLINK(1)",
  ])("has the carrier’s name %s unchanged", async (carrier) => {
    const [text = ""] = await pagesOf({ ...ORDER, carrier });
    expect(text).toContain(`for ${carrier} · version 2`);
  });

  it.each([
    ["right-to-left scripts", "מחסן 4, مستودع"],
    ["emoji and characters without a glyph", "👍🏽 🚚 \u{10FFFF} \u{1F9FF} 𠜎"],
    ["half a character and control characters", "a\ud83d b\u0007\u202e c\u0000"],
    ["a word without spaces", "x".repeat(5_000)],
    ["a prototype’s name", "__proto__ constructor toString"],
    ["no text", ""],
  ])("is made from %s", async (_, text) => {
    expect((await pagesOf(withText(text))).length).toBeGreaterThan(0);
  });

  it("continues on further pages, each with its number", async () => {
    const facts = Array.from({ length: 120 }, (_, at) => ({ label: `Fact ${at}`, value: `Value ${at}` }));
    const pages = await pagesOf({ ...ORDER, sections: [{ title: "Facts", facts }] });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
    expect(pages.join(" ")).toContain("Value 119");
  });
});

describe("texts of documents", () => {
  it("have whole characters and lines only", () => {
    expect(printable("a\ud83d\r\nb\u0007c\u202e")).toBe("a \nb c ");
  });

  it.each([
    ["Dock 4 – “north” → 2nd gate", "bold", "bold"],
    ["倉庫", "bold", "any"],
  ] as const)("%s is in its font", (text, wanted, font) => {
    expect(fontFor(text, wanted)).toBe(font);
  });
});
