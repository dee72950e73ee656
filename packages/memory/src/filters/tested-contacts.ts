import {
  passes,
  type AccountId,
  type Contact,
  type ContactTest,
  type Message,
  type TestedContact,
} from '@carillon/core'
import { contactPart, type Tables } from '../tables/tables.js'

export type TestedTables = Pick<Tables, 'membershipsByContact' | 'messages' | 'clicks'>

/** Returns a function that tells whether a contact of the account passes the test. */
export function passing(tables: TestedTables, account: AccountId, test: ContactTest): (contact: Contact) => boolean {
  const messages = tables.messages.of(account)
  const clicked = tables.clicks.of(account).filter(({ lastAt, message }) => lastAt !== null && message !== null)
  return (contact) => {
    const outbound = messages.filter(({ direction, to }) => direction === 'outbound' && to === contact.phone)
    const sent = outbound.filter(({ purpose }) => purpose === 'message')
    const received = messages.filter(({ direction, from }) => direction === 'inbound' && from === contact.phone)
    const ids = new Set(outbound.map(({ id }) => id))
    const tested: TestedContact = {
      contact,
      memberships: tables.membershipsByContact
        .of(contactPart({ account, contact: contact.id }))
        .filter(({ state }) => state === 'active'),
      lastSentAt: latest(sent),
      lastReceivedAt: latest(received),
      clicks: clicked.filter(({ message }) => ids.has(message!)).map(({ link, lastAt }) => ({ link, at: lastAt! })),
    }
    return passes(tested, test)
  }
}

function latest(messages: readonly Message[]): Date | null {
  const times = messages.flatMap(({ sentAt }) => sentAt ?? [])
  return times.length === 0 ? null : times.reduce((last, at) => (at > last ? at : last))
}
