import type { Account } from '../../model/accounts/account.js'
import type { ConsentState, Refusal } from '../../model/consent/consent.js'
import {
  searchTextOf,
  type ContactCount,
  type ContactFilter,
  type ContactOrder,
  type FieldFilter,
} from '../../model/contacts/contact-search.js'
import type { ContactView } from '../../model/contacts/contact.js'
import { visible, type CustomField } from '../../model/contacts/custom-field.js'
import type { SupportedZone } from '../../model/contacts/timezone.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor } from '../../values/cursor.js'
import { invalidInput } from '../../values/errors.js'
import { isId, type AccountId, type GroupId } from '../../values/ids.js'
import type { CursorPage, CursorRequest } from '../../values/page.js'
import { foldCase, quote } from '../../values/text/text.js'
import { requireGroup } from '../groups/read-group.js'
import { viewsOf } from './contact-views.js'

/** A filter that is null matches every contact. */
export type SearchContactsInput = CursorRequest & {
  readonly account: Account
  readonly text: string | null
  readonly group: GroupId | null
  readonly consent: ConsentState | null
  readonly tz: SupportedZone | null
  /** A custom field by its label, with this value, or with any value. */
  readonly field: { readonly label: string; readonly value: string | null } | null
  readonly order: ContactOrder
}

export type FoundContact = ContactView & { readonly consent: ConsentState }

/** `total` is null for every step after the first. */
export type ContactsPage = CursorPage<FoundContact> & { readonly total: ContactCount | null }

/** Finds contacts by any of their fields, in an account of any size. */
export class SearchContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, cursor, limit, order, ...input }: SearchContactsInput): Promise<ContactsPage> {
    if (cursor !== null && !isId('con', cursor)) throw invalidCursor()
    return this.deps.unitOfWork.run(async (stores) => {
      const filter = await filterOf(stores, account, input)
      const step = { order, after: cursor, limit }
      const { contacts, next, total } = await stores.contactSearch.step(account.id, filter, step)
      const found = await viewsOf(stores, account.id, contacts)
      return { results: await withConsent(stores, account.id, found), nextCursor: next, total }
    })
  }
}

/** Reads the consent of all of them in one query. */
async function withConsent(
  { consents }: Stores,
  account: AccountId,
  contacts: readonly ContactView[],
): Promise<readonly FoundContact[]> {
  const refused = await consents.refused(
    account,
    contacts.map(({ phone }) => phone),
  )
  return contacts.map((contact, i) => ({ ...contact, consent: stateOf(refused.get(i), contact) }))
}

function stateOf(refusal: Refusal | undefined, { pendingGroups }: ContactView): ConsentState {
  if (refusal === undefined) return 'opted_in'
  if (refusal === 'hard-opted-out') return 'opted_out'
  return pendingGroups.length > 0 ? 'pending' : 'none'
}

type Filters = Pick<SearchContactsInput, 'text' | 'group' | 'consent' | 'tz' | 'field'>

async function filterOf(stores: Stores, account: Account, filters: Filters): Promise<ContactFilter> {
  const { text, group, field, ...same } = filters
  if (group !== null) await requireGroup(stores, account.id, group)
  return {
    ...same,
    group,
    text: text === null ? null : searchTextOf(text),
    field: field === null ? null : fieldFilterOf(await stores.customFields.of(account.id), field),
  }
}

function fieldFilterOf(
  fields: readonly CustomField[],
  { label, value }: NonNullable<SearchContactsInput['field']>,
): FieldFilter {
  const found = visible(fields).find((field) => foldCase(field.label) === foldCase(label))
  if (found === undefined) throw invalidInput('field', `must be the label of a custom field, got ${quote(label)}`)
  return { key: found.key, value: value !== null && found.type === 'NUMBER' ? plainNumber(value) : value }
}

/** A number may be written as `10.0`. */
function plainNumber(value: string): string {
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? value : String(number)
}
