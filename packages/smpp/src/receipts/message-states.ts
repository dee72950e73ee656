import type { FailureType } from '@carillon/core'

export type MessageState =
  | 'delivered'
  | 'expired'
  | 'deleted'
  | 'undeliverable'
  | 'rejected'
  /** Any state that is not final. UNKNOWN is one of them: the SMSC only does not know what became of the message. */
  | 'in-progress'

/** The values of the TLV message_state. The last one is of SMPP 5: the SMSC decided not to send the message. */
const BY_NUMBER: ReadonlyMap<number, MessageState> = new Map([
  [2, 'delivered'],
  [3, 'expired'],
  [4, 'deleted'],
  [5, 'undeliverable'],
  [8, 'rejected'],
  [9, 'rejected'],
])

export function stateOfNumber(number: number): MessageState {
  return BY_NUMBER.get(number) ?? 'in-progress'
}

/** The beginnings of the words that SMSCs write after `stat:`: some write them in full, others shorten them. */
const BY_WORD: readonly (readonly [RegExp, MessageState])[] = [
  [/^DELIV/, 'delivered'],
  [/^DELET/, 'deleted'],
  [/^EXPIR/, 'expired'],
  [/^UNDEL/, 'undeliverable'],
  [/^FAIL/, 'undeliverable'],
  [/^REJ/, 'rejected'],
  [/^SKIP/, 'rejected'],
]

export function stateOfWord(word: string): MessageState {
  return BY_WORD.find(([form]) => form.test(word.toUpperCase()))?.[1] ?? 'in-progress'
}

type FinalState = Exclude<MessageState, 'delivered' | 'in-progress'>

export const FAILURES: Readonly<Record<FinalState, { readonly type: FailureType; readonly message: string }>> = {
  expired: { type: 'expired', message: 'The SMSC could not deliver the message within its validity period' },
  deleted: { type: 'carrier_rejected', message: 'The message was deleted at the SMSC' },
  undeliverable: { type: 'carrier_rejected', message: 'The SMSC could not deliver the message' },
  rejected: { type: 'carrier_rejected', message: 'The SMSC or the network rejected the message' },
}
