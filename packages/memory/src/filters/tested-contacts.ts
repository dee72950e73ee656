import {
  groupBy,
  passes,
  type AccountId,
  type Contact,
  type ContactTest,
  type Message,
  type TestedContact,
} from '@carillon/core'
import { contactPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export type TestedTables = Pick<Tables, 'membershipsByContact' | 'messages' | 'clicks'>

/**
 * Returns a function that tells whether a contact of the account passes the test. The messages are grouped once, not for
 * each contact.
 */
export function passing(tables: TestedTables, account: AccountId, test: ContactTest): (contact: Contact) => boolean {
  const messages = tables.messages.of(account)
  const outbound = messages.filter(({ direction }) => direction === 'outbound')
  const sent = groupBy(
    outbound.filter(({ purpose }) => purpose === 'message'),
    ({ to }) => to,
  )
  const received = groupBy(
    messages.filter(({ direction }) => direction === 'inbound'),
    ({ from }) => from,
  )
  const recipients = new Map(outbound.map(({ id, to }) => [id, to]))
  const clicked = tables.clicks.of(account).filter(({ lastAt, message }) => lastAt !== null && message !== null)
  const clicks = groupBy(clicked, ({ message }) => recipients.get(message!))
  return (contact) => {
    const { id, phone } = contact
    const tested: TestedContact = {
      contact,
      memberships: tables.membershipsByContact
        .of(contactPart({ account, contact: id }))
        .filter(({ state }) => state === 'active'),
      lastSentAt: latest(sent.get(phone) ?? []),
      lastReceivedAt: latest(received.get(phone) ?? []),
      clicks: (clicks.get(phone) ?? []).map(({ link, lastAt }) => ({ link, at: lastAt! })),
    }
    return passes(tested, test)
  }
}

function latest(messages: readonly Message[]): Date | null {
  const times = messages.flatMap(({ sentAt }) => sentAt ?? [])
  return times.length === 0 ? null : times.reduce((last, at) => (at > last ? at : last))
}
