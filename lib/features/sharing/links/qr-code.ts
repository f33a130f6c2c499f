import { encode } from "uqr";

/** A QR code for display: a square of `size` units and the path of its dark units. */
export type QrCode = { size: number; path: string };

/** Returns the QR code of an address, including the required quiet zone. */
export function qrCode(address: string): QrCode {
  const { size, data } = encode(address, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { size, path };
}
