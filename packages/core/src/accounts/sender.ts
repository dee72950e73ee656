import type { AccountId } from '../values/ids.js'

/** A number or short code that an account sends from. It belongs to one account of the service. */
export type Sender = {
  readonly number: string
  readonly account: AccountId
  readonly status: SenderStatus
  readonly mms: boolean
  readonly messagesPerSecond: number | null
  readonly createdAt: Date
}

export const SENDER_STATUSES = ['active', 'inactive'] as const
export type SenderStatus = (typeof SENDER_STATUSES)[number]

const SHORT_CODE = /^\d{5,6}$/

export function isShortCode(text: string): boolean {
  return SHORT_CODE.test(text)
}
