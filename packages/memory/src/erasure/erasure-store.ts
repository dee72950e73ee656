import { removeConversation } from '../conversations/remove-conversation.js'
import {
  ERASED,
  ERASED_FAILURE,
  ERASED_ROW,
  mentionsNumber,
  mentionsPhone,
  withoutRecipient,
  type AccountId,
  type Chunk,
  type Contact,
  type Erased,
  type ErasedContact,
  type ErasedEvents,
  type ErasedRecipients,
  type ErasureStep,
  type ErasureStore,
  type EventId,
  type GroupId,
  type ImportRow,
  type LookedChunk,
  type Message,
  type PhoneNumber,
  type Pseudonym,
} from '@carillon/core'
import { removeNetworks } from '../links/remove-networks.js'
import { by } from '../tables/order.js'
import {
  messageLinkPart,
  broadcastPart,
  contactPart,
  groupPart,
  importPart,
  linkKey,
  listPart,
  phonePart,
  poolMemberKey,
  poolPart,
  recipientKeyKey,
  scopedKey,
  subjectPart,
} from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'
import { deliveriesOf, removeDelivery } from '../webhooks/deliveries.js'

export class MemoryErasureStore implements ErasureStore {
  constructor(private readonly tables: Tables) {}

  async eraseContact({ account, phone, subject }: Erased & { readonly subject: Pseudonym }): Promise<ErasedContact> {
    const contact = this.tables.contacts.get(account, phone) ?? null
    const hung = this.eraseWhatHangsOn({ account, phone })
    const lists = this.leaveLists({ account, phone })
    const { groups, left } = contact === null ? { groups: 0, left: [] } : this.leaveGroups(contact)
    const hadConsent = this.suppress({ account, phone }, subject)
    const entries = this.eraseEvidence(account, subject)
    this.tables.contacts.remove(account, phone)
    const isSuppressed = this.tables.suppressions.get(account, subject) !== undefined
    const isKnown = contact !== null || hadConsent || isSuppressed || hung + entries > 0
    return { isKnown, contact: contact?.id ?? null, groups, left, lists, isSuppressed }
  }

  async eraseLeftovers(who: Erased): Promise<number> {
    return this.eraseWhatSendingLeft(who)
  }

  async eraseImportedRows({ account, phone }: Erased): Promise<number> {
    const { contactImports, importedSteps, rejectedRows } = this.tables
    let erased = 0
    for (const { id } of contactImports.of(account)) {
      const part = importPart({ account, import: id })
      for (const { line, cells } of rejectedRows.of(part)) {
        if (cells === null || !mentionsNumber(cells, phone)) continue
        rejectedRows.remove(part, String(line))
        erased++
      }
      for (const step of importedSteps.of(part)) {
        const isOf = (row: ImportRow) => 'cells' in row && mentionsNumber(row.cells, phone)
        const found = step.rows.filter(isOf).length
        if (found === 0) continue
        const rows = step.rows.map((row) => (isOf(row) ? { line: row.line, fault: ERASED_ROW } : row))
        importedSteps.put({ ...step, rows })
        erased += found
      }
    }
    return erased
  }

  async eraseMessages({ account, phone }: Erased, limit: number): Promise<ErasureStep> {
    const { messages } = this.tables
    const found = messages.of(account).filter((message) => isWith(message, phone))
    const settled = found.filter(({ phase }) => phase !== 'submitting').sort(by(({ id }) => id))
    const erased = settled.slice(0, limit)
    for (const message of erased) {
      messages.put(withoutContact(message))
      this.eraseTracesOf(message)
    }
    return { erased: erased.length, inFlight: found.length - erased.length }
  }

  async eraseRecipients(
    { account, phone }: Erased,
    { after, limit }: { readonly after: LookedChunk | null; readonly limit: number },
  ): Promise<ErasedRecipients> {
    const { broadcasts, chunks } = this.tables
    const batch = broadcasts
      .of(account)
      .flatMap(({ id: broadcast }) => chunks.of(broadcastPart({ account, broadcast })))
      .sort(BY_KEY)
      .filter((chunk) => after === null || BY_KEY(chunk, after) > 0)
      .slice(0, limit)
    const found = batch.filter(({ recipients }) => recipients.phones.includes(phone))
    const erased = found.filter((chunk) => !isInAttempt(chunk, phone))
    for (const chunk of erased) chunks.put({ ...chunk, recipients: withoutRecipient(chunk.recipients, phone) })
    const last = batch.length < limit ? null : keyOf(batch.at(-1)!)
    return { erased: erased.length, inFlight: found.length - erased.length, last }
  }

  async eraseEvents(
    { account, phone }: Erased,
    { after, limit }: { readonly after: EventId | null; readonly limit: number },
  ): Promise<ErasedEvents> {
    const rest = this.tables.keptEvents.of(account).filter(({ id }) => after === null || id > after)
    const batch = rest.sort(by(({ id }) => id)).slice(0, limit)
    const mentioning = batch.filter(({ data }) => mentionsPhone(JSON.parse(data), phone))
    for (const { id } of mentioning) this.eraseEvent(account, id)
    return { erased: mentioning.length, last: batch.length < limit ? null : batch.at(-1)!.id }
  }

  /** Erases the data that is stored under the phone number itself; returns how many items it erased. */
  private eraseWhatHangsOn({ account, phone }: Erased): number {
    const { formEntries } = this.tables
    const entries = formEntries.of(account).filter((one) => one.phone === phone)
    for (const { id } of entries) formEntries.remove(account, id)
    return entries.length + this.eraseWhatSendingLeft({ account, phone })
  }

  private eraseWhatSendingLeft({ account, phone }: Erased): number {
    const { conversations, providerOptOuts, carriers, frequencies, recipientKeys, drafts } = this.tables
    const part = phonePart({ account, phone })
    const optOuts = providerOptOuts.of(part)
    for (const { sender } of optOuts) providerOptOuts.remove(part, sender)
    const lookUps = carriers.get(account, phone) === undefined ? 0 : 1
    carriers.remove(account, phone)
    const uses = frequencies.get(account, phone) === undefined ? 0 : 1
    frequencies.remove(account, phone)
    const poolNumbers = this.leavePools({ account, phone })
    const keys = recipientKeys.of(account).filter((one) => one.phone === phone)
    for (const { key } of keys) recipientKeys.remove(account, recipientKeyKey({ phone, key }))
    const talks = conversations.of(account).filter((one) => one.phone === phone)
    for (const { id } of talks) removeConversation(this.tables, account, id)
    const mentioning = drafts.of(account).filter(({ content }) => content.numbers.includes(phone))
    for (const draft of mentioning) {
      const numbers = draft.content.numbers.filter((number) => number !== phone)
      // An open page must not write the number again.
      drafts.put({ ...draft, version: draft.version + 1, content: { ...draft.content, numbers } })
    }
    return optOuts.length + lookUps + uses + poolNumbers + keys.length + talks.length + mentioning.length
  }

  private leavePools({ account, phone }: Erased): number {
    const { poolMembers, poolLoads } = this.tables
    const members = poolMembers.filter(account, (one) => one.phone === phone)
    for (const member of members) {
      const load = poolLoads.get(poolPart(member), member.number)!
      poolLoads.put({ ...load, people: load.people - 1 })
      poolMembers.remove(account, poolMemberKey(member))
    }
    return members.length
  }

  private leaveLists({ account, phone }: Erased): number {
    const { contactLists, contactListMembers } = this.tables
    const lists = contactLists.of(account).filter(({ id: list }) => contactListMembers.has({ account, list, phone }))
    for (const list of lists) {
      contactListMembers.remove(listPart({ account, list: list.id }), phone)
      contactLists.put({ ...list, size: list.size - 1 })
    }
    return lists.length
  }

  private leaveGroups({ account, id: contact }: Contact) {
    const { membershipsByContact, membershipsByGroup } = this.tables
    const memberships = membershipsByContact.of(contactPart({ account, contact }))
    for (const { group, state } of memberships) {
      membershipsByContact.remove(contactPart({ account, contact }), group)
      membershipsByGroup.remove(groupPart({ account, group }), contact)
      if (state === 'active') this.countDown(account, group)
    }
    const active = memberships.filter(({ state }) => state === 'active')
    const groups = memberships.filter(({ state }) => state !== 'removed').length
    return { groups, left: active.map(({ group }) => group).sort() }
  }

  private countDown(account: AccountId, id: GroupId) {
    const group = this.tables.groups.get(account, id)
    if (group !== undefined) this.tables.groups.put({ ...group, contactCount: group.contactCount - 1 })
  }

  /** Removes the consent, and keeps a hard opt-out as a suppression. Returns whether there was a consent. */
  private suppress({ account, phone }: Erased, subject: Pseudonym): boolean {
    const consent = this.tables.consents.get(account, phone)
    const optedOutAt = consent?.optedOutAt ?? null
    if (optedOutAt !== null) this.tables.suppressions.put({ account, subject, optedOutAt })
    this.tables.consents.remove(account, phone)
    return consent !== undefined
  }

  private eraseEvidence(account: AccountId, subject: Pseudonym): number {
    const entries = this.tables.consentLog.of(subjectPart({ account, subject }))
    for (const entry of entries) {
      const form = entry.form && { ...entry.form, address: null, agent: null }
      this.tables.consentLog.put({ ...entry, text: null, form })
    }
    return entries.length
  }

  private eraseTracesOf({ account, id }: Message) {
    const { keys, receipts, messageLinks, clicks, possibleOptOuts } = this.tables
    possibleOptOuts.remove(account, id)
    const bound = keys.of(account).filter(({ scope, target }) => scope === 'message' && target === id)
    for (const record of bound) keys.remove(account, scopedKey(record))
    const receipt = receipts.get(account, id)
    if (receipt?.failure) receipts.put({ ...receipt, failure: { ...receipt.failure, message: ERASED_FAILURE } })
    for (const messageLink of messageLinks.of(messageLinkPart({ account, message: id }))) {
      clicks.put({ ...clicks.get(account, linkKey(messageLink))!, clicks: [] })
      removeNetworks(this.tables, messageLink)
    }
  }

  private eraseEvent(account: AccountId, event: EventId) {
    const deliveries = deliveriesOf(this.tables, account).filter((delivery) => delivery.event === event)
    for (const delivery of deliveries) removeDelivery(this.tables, delivery)
    this.tables.keptEvents.remove(account, event)
  }
}

const BY_KEY = by<LookedChunk>(
  ({ broadcast }) => broadcast,
  ({ number }) => number,
)

function keyOf({ broadcast, number }: LookedChunk): LookedChunk {
  return { broadcast, number }
}

function isWith({ direction, to, from }: Message, phone: PhoneNumber): boolean {
  return (direction === 'inbound' ? from : to) === phone
}

function withoutContact(message: Message): Message {
  const { failure, direction } = message
  return {
    ...message,
    ...(direction === 'inbound' ? { from: ERASED } : { to: ERASED }),
    body: '',
    mediaUrl: null,
    idempotencyKey: null,
    failure: failure && { ...failure, message: ERASED_FAILURE },
  }
}

function isInAttempt({ recipients, progress: { attempt } }: Chunk, phone: PhoneNumber): boolean {
  if (attempt === null) return false
  const index = recipients.phones.indexOf(phone)
  return [attempt.indices, attempt.stopped, attempt.overdue].some((indices) => indices.includes(index))
}
