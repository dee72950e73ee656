import type { Account } from '../../model/accounts/account.js'
import { insufficientCredits, SMS_PRICE } from '../../model/credits/price.js'
import type { Group } from '../../model/groups/group.js'
import type { Membership } from '../../model/groups/membership.js'
import type { Message } from '../../model/messages/message.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addServiceText } from '../messages/service-text.js'

export type OptInText = {
  readonly account: Account
  readonly group: Group
  readonly phone: PhoneNumber
  readonly now: Date
  /** Whether a worker submits the text, instead of the caller. */
  readonly isLeftToWorker?: boolean
}

/** Asks for a YES. Throws if no sender is available or credits are lacking, so that the enrolment is rolled back. */
export async function addConfirmation(stores: Stores, ids: Ids, text: OptInText): Promise<Message> {
  const { account, group, isLeftToWorker = false } = text
  const sender = await optInSender(stores, group)
  if (sender === null) {
    throw new DomainError('sender-not-assigned', 'The confirmation cannot be sent: the account has no active number')
  }
  const message = await addServiceText(stores, {
    ...textFrom(sender, ids, text),
    purpose: 'confirmation',
    body: confirmationOf(account, group),
    isLeftToWorker,
  })
  if (message.status === 'failed') throw insufficientCredits(SMS_PRICE, await stores.credits.balance(account.id))
  return message
}

/**
 * Whether the confirmation of a pending membership has failed: in that case the contact was not asked, nothing is in
 * flight, and another enrolment sends a new confirmation. The message and the membership have the same timestamp.
 */
export async function hasFailedConfirmation(
  { messages }: Pick<Stores, 'messages'>,
  { account, state, since }: Membership,
  phone: PhoneNumber,
): Promise<boolean> {
  if (state !== 'pending') return false
  const at = { createdFrom: since, createdTo: since, page: 1, limit: 100 }
  const query = { direction: 'outbound', to: phone, from: null, status: null, ...at } as const
  const { results } = await messages.list(account, query)
  return results.find(({ purpose }) => purpose === 'confirmation')?.status === 'failed'
}

/** Adds the opt-in message for a contact that joined by DIRECT, if the group has one and a sender is available. */
export async function addOptInMessage(stores: Stores, ids: Ids, text: OptInText): Promise<Message | null> {
  const body = text.group.optInMessage
  const sender = body ? await optInSender(stores, text.group) : null
  return body && sender ? addServiceText(stores, { ...textFrom(sender, ids, text), purpose: 'opt-in', body }) : null
}

/** The group's sender if it is active and belongs to the account, else the account's first active sender, else null. */
export async function optInSender({ senders }: Pick<Stores, 'senders'>, group: Group): Promise<Sender | null> {
  const active = (await senders.of(group.account)).filter(({ status }) => status === 'active')
  return active.find(({ number }) => number === group.sender) ?? active[0] ?? null
}

export function confirmationOf({ name }: Account, { confirmMessage }: Group): string {
  return (
    confirmMessage || `${name}: Reply YES to confirm that you want our messages. Reply STOP to opt out, HELP for help.`
  )
}

export function textFrom(
  sender: Sender,
  ids: Ids,
  { account, phone, now }: Omit<OptInText, 'group' | 'isLeftToWorker'>,
) {
  return { id: ids.next('msg'), eventId: ids.next('evt'), account: account.id, to: phone, sender, now }
}
