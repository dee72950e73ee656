import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { Group } from '../../model/groups/group.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import {
  addConfirmation,
  confirmationOf,
  hasFailedConfirmation,
  optInSender,
  textFrom,
} from '../consent/opt-in-text.js'
import { lockOrAddContact } from '../contacts/lock-or-add-contact.js'
import { addUnpaidText } from '../messages/service-text.js'
import { lockConsent } from '../opt-outs/suppression.js'
import { entryByContact, type KeywordText } from './keyword-text.js'

/**
 * A contact asks to join, or to join again: it becomes pending in the default group, and is sent the confirmation.
 * A contact that is already active or pending there is not asked again, unless its confirmation failed. Throws if the
 * confirmation cannot be paid for.
 */
export async function start(stores: Stores, deps: ConsentDeps, text: KeywordText): Promise<Message | null> {
  const { account, phone, now } = text
  const group = await defaultGroupWithSender(stores, text)
  if (group === null) return null
  const contact = await lockOrAddContact(stores, deps, text)
  await lockConsent(stores, deps, account.id, phone)
  const memberships = await stores.memberships.of(account.id, [contact.id])
  const here = memberships.find((membership) => membership.group === group.id)
  if (here !== undefined && !(await hasFailedConfirmation(stores, here, phone))) return null
  await stores.memberships.save([
    { account: account.id, contact: contact.id, group: group.id, state: 'pending', since: now },
  ])
  // Locks the group, so that it cannot be removed concurrently.
  await stores.groups.count(account.id, new Map([[group.id, 0]]))
  await stores.consentLog.append([
    entryByContact(text, deps, group.id, { action: 'OPT_IN_REQUESTED', reason: 'START' }),
  ])
  return addConfirmation(stores, deps.ids, { account, group, phone, now })
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
