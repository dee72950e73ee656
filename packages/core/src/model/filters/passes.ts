import type { GroupId } from '../../values/ids.js'
import { foldedForSearch } from '../../values/text/search-words.js'
import type { Contact } from '../contacts/contact.js'
import type {
  CodeField,
  Comparison,
  ContactTest,
  DateField,
  TextField,
  TimeComparison,
} from '../contacts/contact-test.js'

/** A contact with all that a test can ask. */
export type TestedContact = {
  readonly contact: Contact
  /** The active memberships. */
  readonly memberships: readonly { readonly group: GroupId; readonly since: Date }[]
  /** Texts about consent, such as confirmations, do not count. */
  readonly lastSentAt: Date | null
  readonly lastReceivedAt: Date | null
  /** The tracking links in messages to the contact that a person clicked, with the last click. */
  readonly clicks: readonly { readonly link: string; readonly at: Date }[]
}

export function passes(tested: TestedContact, test: ContactTest): boolean {
  const { contact } = tested
  switch (test.kind) {
    case 'all':
      return test.tests.every((each) => passes(tested, each))
    case 'any':
      return test.tests.some((each) => passes(tested, each))
    case 'not':
      return !passes(tested, test.test)
    case 'present':
      return valueOf(contact, test.field) !== undefined
    case 'text':
      return isLike(valueOf(contact, test.field), test)
    case 'code':
      return test.values.includes(valueOf(contact, test.field) as string)
    case 'numbers':
      return test.values.includes(valueOf(contact, test.field) as number)
    case 'options':
      return test.values.some((option) =>
        (valueOf(contact, test.field) as readonly string[] | undefined)?.includes(option),
      )
    case 'date':
    case 'number':
      return isSo(valueOf(contact, test.field) as string | number | undefined, test.is, test.value)
    case 'monthDay':
      return test.days.includes(((valueOf(contact, test.field) as string | undefined) ?? '').slice('YYYY-'.length))
    case 'flag':
      return (test.field === 'isFavorite' ? contact.isFavorite : valueOf(contact, test.field)) === test.value
    case 'created':
      return isAt(contact.createdAt, test)
    case 'member':
      return tested.memberships.some(
        ({ group, since }) =>
          (test.groups === null || test.groups.includes(group)) && test.joined.every((time) => isAt(since, time)),
      )
    case 'last': {
      const at = test.message === 'sent' ? tested.lastSentAt : tested.lastReceivedAt
      return at !== null && (test.time === null || isAt(at, test.time))
    }
    case 'clicked':
      return tested.clicks.some(({ link, at }) => link === test.link && (test.since === null || at >= test.since))
  }
}

function valueOf(contact: Contact, field: TextField | CodeField | DateField) {
  switch (field) {
    case 'firstName':
    case 'lastName':
    case 'email':
    case 'gender':
    case 'birthDate':
      return contact[field]
    case 'tz':
      return contact.tz ?? undefined
    case 'city':
    case 'state':
    case 'postalCode':
    case 'country':
      return contact.address?.[field]
    default:
      return contact.customValues[field]
  }
}

function isLike(value: unknown, { how, values }: Extract<ContactTest, { kind: 'text' }>): boolean {
  if (typeof value !== 'string') return false
  const folded = foldedForSearch(value)
  switch (how) {
    case 'equal':
      return values.includes(folded)
    case 'containing':
      return values.some((part) => folded.includes(part))
    case 'starting':
      return values.some((start) => folded.startsWith(start))
  }
}

function isAt(instant: Date, { is, at }: TimeComparison): boolean {
  return isSo(instant.getTime(), is, at.getTime())
}

function isSo<T extends string | number>(value: T | undefined, is: Comparison, other: T): boolean {
  if (typeof value !== typeof other) return false
  switch (is) {
    case 'eq':
      return value === other
    case 'gt':
      return value! > other
    case 'gte':
      return value! >= other
    case 'lt':
      return value! < other
    case 'lte':
      return value! <= other
  }
}
