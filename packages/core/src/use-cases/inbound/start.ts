import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { Group } from '../../model/groups/group.js'
import type { Membership } from '../../model/groups/membership.js'
import { startCounters } from '../../model/limits/stranger-limits.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import {
  addConfirmation,
  confirmationOf,
  hasFailedConfirmation,
  optInSender,
  textFrom,
} from '../consent/opt-in-text.js'
import { lockOrAddContact } from '../contacts/lock-or-add-contact.js'
import { addUnpaidText } from '../messages/service-text.js'
import { confirmationCountersOf } from '../limits/confirmations.js'
import { strangerTextLimit, takeStrangerText, type TextLimit } from '../limits/stranger-text.js'
import { lockConsent } from '../opt-outs/suppression.js'
import type { AnsweredText } from './answer.js'
import { entryByContact, type KeywordText } from './keyword-text.js'

type StartText = KeywordText & Pick<AnsweredText, 'leavesReply'>

/** The confirmation that a START was sent; null if none was necessary; or the limit because of which none was sent. */
export type Started = Message | null | { readonly limit: TextLimit }

/**
 * A contact asks to join, or to join again: it becomes pending in the default group, and is sent the confirmation.
 * A contact that is already active or pending there is not asked again, unless its confirmation failed. If a limit
 * is reached, nothing changes. Throws if the confirmation cannot be paid for, or if a concurrent text has just reached
 * a limit.
 */
export async function start(stores: Stores, deps: ConsentDeps, text: StartText): Promise<Started> {
  const { account, phone, now, leavesReply: isLeftToWorker } = text
  const group = await defaultGroupWithSender(stores, text)
  if (group === null) return null
  if (await isAsked(stores, text, group)) return null
  const counters = [
    ...startCounters(deps.secrets.pseudonymOf(account.id, phone)),
    ...(await confirmationCountersOf(stores, deps, { account: account.id, phone, now })),
  ]
  const confirmation = { account, phone, now, counters }
  const limit = await strangerTextLimit(stores, confirmation)
  if (limit !== null) return { limit }
  const contact = await lockOrAddContact(stores, deps, text)
  await lockConsent(stores, deps, account.id, phone)
  const memberships = await stores.memberships.of(account.id, [contact.id])
  if (await standsIn(stores, { memberships, group, phone })) return null
  await stores.memberships.save([
    { account: account.id, contact: contact.id, group: group.id, state: 'pending', since: now },
  ])
  // Locks the group, so that it cannot be removed concurrently.
  await stores.groups.count(account.id, new Map([[group.id, 0]]))
  await stores.consentLog.append([
    entryByContact(text, deps, group.id, { action: 'OPT_IN_REQUESTED', reason: 'START' }),
  ])
  const justReached = await takeStrangerText(stores, confirmation)
  if (justReached !== null) throw new LimitJustReached(justReached)
  return addConfirmation(stores, deps.ids, { account, group, phone, now, isLeftToWorker })
}

/** Whether the contact is active or pending in the group, and its confirmation has not failed. Takes no locks. */
async function isAsked(stores: Stores, { account, phone }: KeywordText, group: Group): Promise<boolean> {
  const contact = await stores.contacts.find(account.id, phone)
  if (contact === null) return false
  const memberships = await stores.memberships.of(account.id, [contact.id])
  return standsIn(stores, { memberships, group, phone })
}

type InGroup = {
  readonly memberships: readonly Membership[]
  readonly group: Group
  readonly phone: PhoneNumber
}

async function standsIn(stores: Stores, { memberships, group, phone }: InGroup): Promise<boolean> {
  const here = memberships.find((membership) => membership.group === group.id)
  return here !== undefined && !(await hasFailedConfirmation(stores, here, phone))
}

/**
 * A concurrent text has reached the limit after this one had passed its check: what the START has changed is undone.
 */
export class LimitJustReached extends Error {
  constructor(readonly limit: TextLimit) {
    super(`The limit ${limit} was just reached`)
  }
}

/** Stores the confirmation of a START that cannot be paid for, with status failed. */
export async function recordUnpaidStart(stores: Stores, deps: ConsentDeps, text: KeywordText): Promise<void> {
  const group = await defaultGroupWithSender(stores, text)
  const sender = group && (await optInSender(stores, group))
  if (group === null || sender === null) return
  const confirmation = { purpose: 'confirmation', body: confirmationOf(text.account, group) } as const
  await addUnpaidText(stores, { ...textFrom(sender, deps.ids, text), ...confirmation })
}

/** The default group; null if there is none, or if no active sender could send its confirmation. */
async function defaultGroupWithSender(stores: Stores, { account }: KeywordText): Promise<Group | null> {
  const group = (await stores.groups.of(account.id)).find(({ isDefault }) => isDefault)
  return group !== undefined && (await optInSender(stores, group)) !== null ? group : null
}
