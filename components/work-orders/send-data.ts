import type { OrderTerms } from "@/lib/domain/work-order/work-order";

/** A work order as its form sends it. "" for what is not known. */
export type SendOrderInput = {
  containerId: string;
  partyId: string;
  deliveryPlace: string;
  wasDeliveryPlace: string;
  instructions: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  days: number;
};

/** A sent order with the address of its page, returned only once. `expiresAt` is UTC text. */
export type SentOrder = {
  id: string;
  address: string;
  carrier: string;
  terms: OrderTerms;
  expiresAt: string;
  zone: string | null;
};
export type SendOrderResponse =
  | { sent: SentOrder }
  | { problem: string | null; fields: Readonly<Record<string, string>> };

export type SendOrder = (requested: SendOrderInput) => Promise<SendOrderResponse>;
