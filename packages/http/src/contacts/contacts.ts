import {
  ADDRESS_FIELD_RULES,
  CONTACT_FIELD_RULES,
  parseGroupId,
  type ContactView,
  type FieldRule,
  type Gender,
  type Tag,
  type UseCases,
} from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { queriedFilter } from '../filters/audience-fields.js'
import { readBody } from '../input/body.js'
import { ClearableText, Flag, FreeObject, MayBeNull, Nested, Refused } from '../input/checks.js'
import { phoneOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery, SEARCH } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'

export class AddressFields {
  @ClearableText(ADDRESS_FIELD_RULES.street) street?: string | null
  @ClearableText(ADDRESS_FIELD_RULES.city) city?: string | null
  @ClearableText(ADDRESS_FIELD_RULES.state) state?: string | null
  @ClearableText(ADDRESS_FIELD_RULES.postalCode) postalCode?: string | null
  @ClearableText(ADDRESS_FIELD_RULES.country) country?: string | null
}

/** The body of create and update. Null or an empty string clears a field. */
export class ContactFields {
  @ClearableText(CONTACT_FIELD_RULES.firstName) firstName?: string | null
  @ClearableText(CONTACT_FIELD_RULES.lastName) lastName?: string | null
  @ClearableText(CONTACT_FIELD_RULES.email) email?: string | null
  @ClearableText(CONTACT_FIELD_RULES.birthDate) birthDate?: string | null
  @ClearableText(CONTACT_FIELD_RULES.gender) gender?: Gender | '' | null
  @MayBeNull() @Nested(AddressFields) address?: AddressFields | null
  @MayBeNull() @Flag() isFavorite?: boolean | null
  @MayBeNull() @FreeObject() customFields?: Record<string, unknown> | null
  @Refused('must not be in the body: it is taken from the path') phoneNumber?: never
  @Refused('is derived from the postal code and the number, and cannot be set') tz?: never
}

/** An unescaped `+` in a query arrives as a space. */
const PHONE_PREFIX: FieldRule = {
  holds: (text) => /^[+ ]?\d{0,15}$/.test(text),
  expected: 'must be the start of a number in E.164 form, such as +1202',
}

class ContactListQuery extends PageQuery {
  @Parameter(ANY_TEXT) group?: string
  @Parameter(PHONE_PREFIX) phoneNumber?: string
  @Parameter(SEARCH) name?: string
  @Parameter(ANY_TEXT) filter?: string
}

type ContactListInput = Parameters<UseCases['listContacts']['execute']>[0]['query']

type ContactUseCases = Pick<UseCases, 'createContact' | 'readContact' | 'updateContact' | 'listContacts'>

export function contactRoutes({ createContact, readContact, updateContact, listContacts }: ContactUseCases): Route[] {
  const path = '/contacts/by-phone/:phoneNumber'
  return [
    {
      method: 'post',
      path,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const fields = await readBody(req, ContactFields)
        const contact = await createContact.execute({ account: accountOf(res), phone: phoneOf(req), fields })
        res.status(201).json(contactResponse(contact))
      },
    },
    {
      method: 'get',
      path,
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const contact = await readContact.execute({ account: accountOf(res), phone: phoneOf(req) })
        res.json(contactResponse(contact))
      },
    },
    {
      method: 'patch',
      path,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const patch = await readBody(req, ContactFields, { types: ['application/merge-patch+json'] })
        const contact = await updateContact.execute({ account: accountOf(res), phone: phoneOf(req), patch })
        res.json(contactResponse(contact))
      },
    },
    {
      method: 'get',
      path: '/contacts',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const query = contactQueryOf(readQuery(req, ContactListQuery))
        const page = await listContacts.execute({ account: accountOf(res), query })
        res.json({ ...page, results: page.results.map(contactResponse) })
      },
    },
  ]
}

function contactQueryOf({ group, phoneNumber, name, filter, ...page }: ContactListQuery): ContactListInput {
  return {
    ...pageRequestOf(page),
    group: group ? parseGroupId(group) : null,
    phonePrefix: phoneNumber ? phoneNumber.replace(/^[+ ]?/, '+') : null,
    name: name || null,
    filter: queriedFilter(filter),
  }
}

/** `undefined` fields are omitted from the JSON. */
export function contactResponse(contact: ContactView) {
  const { id, phone, firstName, lastName, email, birthDate, gender, address, tz, isFavorite } = contact
  return {
    id,
    phoneNumber: phone,
    firstName,
    lastName,
    email,
    birthDate,
    gender,
    address,
    tz: tz ?? undefined,
    isFavorite,
    customFields: contact.customFields,
    ...membershipsResponse(contact),
    createdAt: contact.createdAt,
  }
}

export function membershipsResponse({ groups, pendingGroups }: Pick<ContactView, 'groups' | 'pendingGroups'>) {
  return {
    groups: groups.map(({ id, name, optInAt, tags }) => ({ id, name, optInAt, tags: tags.map(tagResponse) })),
    pendingGroups: pendingGroups.map(({ id, name, pendingSince }) => ({ id, name, pendingSince })),
  }
}

export function tagResponse({ id, name, createdAt, updatedAt }: Tag) {
  return { id, name, createdAt, updatedAt }
}
