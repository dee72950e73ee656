/** Where a carrier can reach the service; null if it has no public URL: then no receipts and texts are requested. */
export type CarrierContext = {
  readonly receiptUrl: string | null
  readonly inboundUrl: string | null
}
