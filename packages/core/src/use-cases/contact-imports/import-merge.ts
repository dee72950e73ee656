import type { Account } from '../../model/accounts/account.js'
import { applyPatch, type ContactPatch } from '../../model/contacts/contact-patch.js'
import type { Contact } from '../../model/contacts/contact.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import type { ContactId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** What a file says of one number, in one row or in several. */
export type NumberInFile = {
  /** What it comes to when no contact has the number yet. */
  readonly asNew: Contact
  /** At least one. */
  readonly rows: readonly { readonly line: number; readonly patch: ContactPatch }[]
  /** How many rows after the first say something new. */
  readonly changes: number
}

export type SavedContacts = {
  /** All of them, by number. */
  readonly contacts: readonly Contact[]
  /** Those of them that were added. */
  readonly newcomers: ReadonlySet<ContactId>
  /** Every row counts once. */
  readonly counts: { readonly created: number; readonly updated: number; readonly unchanged: number }
}

type Book = { readonly account: Account; readonly fields: readonly CustomField[] }
type NumbersInFile = ReadonlyMap<PhoneNumber, NumberInFile>

/** Adds whom nobody knows and patches the others; of whom nothing new is said is not even locked. */
export async function saveImported(
  stores: Stores,
  read: NumbersInFile,
  { account, fields }: Book,
): Promise<SavedContacts> {
  const phones = [...read.keys()].sort()
  const found = await stores.contacts.findAll(account.id, phones)
  const fresh = phones.map((phone) => read.get(phone)!.asNew).filter(({ id, phone }) => isFree(found.get(phone), id))
  const taken = await stores.contacts.add(fresh)
  const added = taken.size === 0 ? fresh : fresh.filter(({ phone }) => !taken.has(phone))
  const newcomers = new Set(added.map(({ id }) => id))

  const known = phones.filter((phone) => !newcomers.has(read.get(phone)!.asNew.id))
  const patched = await patchKnown(stores, { account, phones: known, found, patch: patcherOf(read, fields) })
  const updated =
    sumOf(added, ({ phone }) => read.get(phone)!.changes) + sumOf(known, (phone) => patched.get(phone)!.changes)
  const rows = sumOf(phones, (phone) => read.get(phone)!.rows.length)
  return {
    contacts: phones.map((phone) => patched.get(phone)?.contact ?? read.get(phone)!.asNew),
    newcomers,
    counts: { created: added.length, updated, unchanged: rows - added.length - updated },
  }
}

/** A contact with the id of the new one is that one: its unit of work is run again after a commit that went unacknowledged. */
function isFree(found: Contact | undefined, id: ContactId): boolean {
  return found === undefined || found.id === id
}

type Known = {
  readonly account: Account
  readonly phones: readonly PhoneNumber[]
  /** As they were a moment ago; who came since is not among them. */
  readonly found: ReadonlyMap<PhoneNumber, Contact>
  readonly patch: (contact: Contact) => Patched
}

async function patchKnown({ contacts }: Stores, { account, phones, found, patch }: Known) {
  const patched = new Map<PhoneNumber, Patched>()
  for (const phone of phones) if (found.has(phone)) patched.set(phone, patch(found.get(phone)!))
  const changing = phones.filter((phone) => patched.get(phone)?.isChanged !== false)
  if (changing.length === 0) return patched

  for (const [phone, contact] of await contacts.lock(account.id, changing)) patched.set(phone, patch(contact))
  const changed = changing.map((phone) => patched.get(phone)!).filter(({ isChanged }) => isChanged)
  await contacts.save(changed.map(({ contact }) => contact))
  return patched
}

/** What the rows of a contact make of it, taken in their order. */
type Patched = {
  readonly contact: Contact
  /** How many of them said something new. */
  readonly changes: number
  /** Whether it is another than before: a later row may take back what an earlier one said. */
  readonly isChanged: boolean
}

function patcherOf(read: NumbersInFile, fields: readonly CustomField[]): (contact: Contact) => Patched {
  return (before) => {
    let contact = before
    let changes = 0
    for (const { patch } of read.get(before.phone)!.rows) {
      const after = applyPatch(contact, patch, fields)
      if (!isEqual(after, contact)) changes++
      contact = after
    }
    return { contact, changes, isChanged: changes > 1 ? !isEqual(contact, before) : changes === 1 }
  }
}

function sumOf<T>(items: readonly T[], countOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + countOf(item), 0)
}
