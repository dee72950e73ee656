export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export type WebhookSearch = {
  /** Default: every status. */
  readonly status?: DeliveryStatus
  readonly page?: number
  /** The id of the event whose delivery is shown. */
  readonly event?: string
}
