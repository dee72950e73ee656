import { messageIdAt } from '@carillon/core'

/** Indexes that the tables do not have. They are updated with every commit. */
export class Indexes {
  /** Messages that belong to no broadcast, by id. */
  singles = new Map()
  /** Ids of messages whose outcome was unknown at some time. They are not paid, whatever a receipt reports later. */
  unknown = new Set()
  #phones = new Map()
  #entries = new Map()
  #messages = new Map()
  #broadcasts = new Map()

  update(/** @type {any} */ { contacts, ledger, broadcasts, messages }) {
    for (const { after } of contacts) this.#phones.set(after.id, after.phone)
    for (const { after } of ledger) if (after !== null) this.#entriesOf(after.reference).push(after)
    for (const { after } of broadcasts) {
      this.#broadcasts.set(stemOf(messageIdAt(after.id, 0)), after)
      if (!this.#messages.has(after.id)) this.#messages.set(after.id, new Map())
    }
    for (const { before, after } of messages) {
      const { id, broadcast } = after ?? before
      const home = broadcast === null ? this.singles : this.#messages.get(broadcast)
      if (after === null) home.delete(id)
      else home.set(id, after)
      if (after?.failure?.type === 'unknown_outcome') this.unknown.add(id)
    }
  }

  phoneOf(contact) {
    return this.#phones.get(contact)
  }

  /** The ledger entries of a reference. */
  entriesOf(reference) {
    return this.#entries.get(reference) ?? []
  }

  /** The broadcast that the message, stored or not, belongs to; undefined for a single message. */
  broadcastOf(message) {
    return this.#broadcasts.get(stemOf(message))
  }

  /** The stored messages of a broadcast, by id. */
  messagesOf(broadcast) {
    return this.#messages.get(broadcast)
  }

  #entriesOf(reference) {
    if (!this.#entries.has(reference)) this.#entries.set(reference, [])
    return this.#entries.get(reference)
  }
}

/** A message's id without the position. */
function stemOf(message) {
  return message.slice(0, -POSITION_DIGITS)
}

const POSITION_DIGITS = 5
