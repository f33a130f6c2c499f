import { encode } from "uqr";

/** A QR code to be drawn: a square of `size` units, and the path of its dark ones. */
export type QrCode = { size: number; path: string };

/** The code of an address, with the quiet border it needs. */
export function qrCode(address: string): QrCode {
  const { size, data } = encode(address, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { size, path };
}
