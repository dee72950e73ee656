import type { Account } from '../../model/accounts/account.js'
import { applyPatch, type ContactPatch } from '../../model/contacts/contact-patch.js'
import type { Contact } from '../../model/contacts/contact.js'
import type { OnExisting } from '../../model/contact-imports/contact-import.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import type { Group } from '../../model/groups/group.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import type { ContactId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The data of one number in a file, from one or more rows. */
export type NumberInFile = {
  /** The contact to create if no contact has the number yet. */
  readonly asNew: Contact
  /** At least one. */
  readonly rows: readonly { readonly line: number; readonly patch: ContactPatch }[]
  /** The number of rows after the first that change something. */
  readonly changes: number
}

export type SavedContacts = {
  /** All contacts of the step, in order of number. */
  readonly contacts: readonly Contact[]
  /** The contacts that were added. */
  readonly newcomers: ReadonlySet<ContactId>
  /** Every row counts once. */
  readonly counts: { readonly created: number; readonly updated: number; readonly unchanged: number }
}

type Book = {
  readonly account: Account
  /** Joining a group adds the consents of the contacts. */
  readonly groups: readonly Group[]
  readonly fields: readonly CustomField[]
  readonly onExisting?: OnExisting
}
type NumbersInFile = ReadonlyMap<PhoneNumber, NumberInFile>

/** Adds new contacts and patches the others; a contact without changes is not even locked. */
export async function saveImported(
  stores: Stores,
  read: NumbersInFile,
  { account, groups, fields, onExisting = 'update' }: Book,
): Promise<SavedContacts> {
  const phones = [...read.keys()].sort()
  const found = await stores.contacts.findAll(account.id, phones)
  const fresh = phones.map((phone) => read.get(phone)!.asNew).filter(({ id, phone }) => isFree(found.get(phone), id))
  const taken = await stores.contacts.add(fresh, { consentsFollow: groups.length > 0 })
  const added = taken.size === 0 ? fresh : fresh.filter(({ phone }) => !taken.has(phone))
  const newcomers = new Set(added.map(({ id }) => id))

  const known = phones.filter((phone) => !newcomers.has(read.get(phone)!.asNew.id))
  const patched = await patchKnown(stores, {
    account,
    phones: known,
    found,
    patch: onExisting === 'keep' ? unchanged : patcherOf(read, fields),
  })
  const updated =
    sumOf(added, ({ phone }) => read.get(phone)!.changes) + sumOf(known, (phone) => patched.get(phone)!.changes)
  const rows = sumOf(phones, (phone) => read.get(phone)!.rows.length)
  return {
    contacts: phones.map((phone) => patched.get(phone)?.contact ?? read.get(phone)!.asNew),
    newcomers,
    counts: { created: added.length, updated, unchanged: rows - added.length - updated },
  }
}

/** A contact with the new id was added by an earlier run of this unit of work, whose commit was unacknowledged. */
function isFree(found: Contact | undefined, id: ContactId): boolean {
  return found === undefined || found.id === id
}

type Known = {
  readonly account: Account
  readonly phones: readonly PhoneNumber[]
  /** The contacts as read earlier, without a lock. Contacts that were added later are missing. */
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

/** A contact after all of its rows were applied in order. */
type Patched = {
  readonly contact: Contact
  /** The number of rows that changed something. */
  readonly changes: number
  /** Whether the contact differs from before: a later row may undo an earlier one. */
  readonly isChanged: boolean
}

const unchanged = (contact: Contact): Patched => ({ contact, changes: 0, isChanged: false })

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
