import type { Account } from '../../model/accounts/account.js'
import { creditEntries } from '../../model/credits/credit-entries.js'
import { priceOf } from '../../model/credits/price.js'
import type { IdempotencyKeyName } from '../../model/idempotency/key.js'
import { NOT_TRIED, type Message } from '../../model/messages/message.js'
import { refOf } from '../../model/templates/template-content.js'
import type { Acceptance } from '../../stores/single-send-store.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { utcDayOf } from '../../values/time/wall-clock.js'
import { ATTEMPT_LEASE_MS } from './begin-attempt.js'
import type { SendRequest } from './check-send.js'
import type { WithText } from './send-template.js'
import { finishMessageJob } from './settlement.js'

/** A rendered message with its links. */
export type Written = Pick<Acceptance, 'message' | 'messageLinks'>

/** A request whose number is valid. */
type SendToNumber = WithText<SendRequest> & { readonly to: PhoneNumber; readonly idempotencyKey: string | null }

/** Leaves the first attempt to the check before it, or to a free slot of the sender. */
export function notTried<T extends { readonly message: Message }>(written: T): T {
  return { ...written, message: { ...written.message, ...NOT_TRIED } }
}

/** A message that waits for a window, or for a check, is accepted before its first attempt. */
export function firstStateOf(
  written: Written,
  { account, respectWindows = false }: SendToNumber,
  { isCheckedFirst }: { readonly isCheckedFirst: boolean },
): Written {
  const isTimed = respectWindows && account.sendingHours.windows !== null
  if (!isTimed) return isCheckedFirst ? notTried(written) : written
  const { message } = written
  return notTried({ ...written, message: { ...message, heldUntil: message.createdAt } })
}

type AskedBy = { readonly name: IdempotencyKeyName | null; readonly account: Account }

/** All that is stored when the send is accepted. */
export function acceptanceOf({ message, messageLinks }: Written, { name, account }: AskedBy): Acceptance {
  const now = message.createdAt
  return {
    message,
    job: finishMessageJob(message, addMs(now, ATTEMPT_LEASE_MS)),
    key: name && { ...name, target: message.id, answer: null, expiresAt: null },
    entries: creditEntries('reserve', message, now),
    messageLinks,
    dailyQuota: account.dailyMessageQuota,
    day: utcDayOf(now),
    now,
  }
}

export function newMessage(input: SendToNumber): Omit<Message, 'id' | 'body' | 'createdAt'> {
  const { account, to, from, mediaUrl, used, idempotencyKey } = input
  return {
    account: account.id,
    direction: 'outbound',
    purpose: 'message',
    broadcast: null,
    to,
    from,
    mediaUrl,
    template: used && refOf(used.template),
    status: 'queued',
    failure: null,
    sentAt: null,
    deliveredAt: null,
    heldUntil: null,
    cost: priceOf({ mediaUrl }),
    phase: 'submitting',
    attempt: 1,
    idempotencyKey,
    providerId: null,
    tries: [],
  }
}
