import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import { filterQuery } from '../requests/filter-query.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const ONE = '/api/v1/contacts/by-phone/{phoneNumber}'

export type ContactListQuery = Omit<QueryOf<'/api/v1/contacts'>, 'filter'> & {
  /** Lists only the contacts that it finds. */
  readonly filter?: Schema<'ContactFilter'>
}

export const contacts = (connection: Connection) => ({
  /** The contacts, newest first. */
  list: ({ filter, ...query }: ContactListQuery = {}, options?: CallOptions) =>
    connection.list('/api/v1/contacts', { ...options, query: { ...query, ...filterQuery(filter) } }),

  /** The contacts with a text in any field, and with further filters. */
  search: (filter: QueryOf<'/api/v1/contacts/search'> = {}, options?: CallOptions) =>
    connection.listByCursor('/api/v1/contacts/search', { ...options, query: filter }),

  /** The contact with a phone number. */
  byPhone: (phoneNumber: string, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: { phoneNumber } }),

  /** A new contact. It can be texted once it has joined a group. */
  create: (phoneNumber: string, fields: Schema<'ContactFields'> = {}, options?: CallOptions) =>
    connection.request('POST', ONE, { ...options, params: { phoneNumber }, body: fields }),

  /** A merge patch: omitted fields stay unchanged, null clears. */
  update: (phoneNumber: string, fields: Schema<'ContactFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: { phoneNumber }, body: fields }),

  /** Whether the number may be texted, and why. */
  consent: (phoneNumber: string, options?: CallOptions) =>
    connection.request('GET', `${ONE}/consent`, { ...options, params: { phoneNumber } }),

  /** All evidence for why a number may or may not be texted. */
  consentProof: (phoneNumber: string, options?: CallOptions) =>
    connection.request('GET', `${ONE}/consent/proof`, { ...options, params: { phoneNumber } }),

  /** The consent proof as an HTML page for printing. */
  consentProofPage: (phoneNumber: string, options?: CallOptions) =>
    connection.text('GET', `${ONE}/consent/proof`, { ...options, params: { phoneNumber }, accept: 'text/html' }),
})

export const customFields = (connection: Connection) => ({
  /** The custom fields that the operator has defined. */
  schema: (options?: CallOptions) => connection.request('GET', '/api/v1/contacts/custom-fields/schema', options),
})

/** Identifies a contact's membership in a group. */
export type Place = { readonly phoneNumber: string; readonly groupId: string }

export const memberships = (connection: Connection) => ({
  /** Adds a contact to a group. Does not change an active member. */
  join: ({ phoneNumber, groupId, ...fields }: Place & Schema<'JoinFields'>, options?: CallOptions) =>
    connection.request('POST', `${ONE}/groups/{groupId}`, {
      ...options,
      params: { phoneNumber, groupId },
      body: fields,
    }),

  /** Removes a contact from a group. This is not an opt-out. */
  leave: (params: Place, options?: CallOptions) =>
    connection.request('DELETE', `${ONE}/groups/{groupId}`, { ...options, params }),
})

export const groups = (connection: Connection) => ({
  list: (filter: QueryOf<'/api/v1/groups'> = {}, options?: CallOptions) =>
    connection.list('/api/v1/groups', { ...options, query: filter }),

  byId: (groupId: string, options?: CallOptions) =>
    connection.request('GET', '/api/v1/groups/{groupId}', { ...options, params: { groupId } }),

  /** Who is in the group, since when, and how they joined. */
  members: (groupId: string, filter: QueryOf<'/api/v1/groups/{groupId}/members'> = {}, options?: CallOptions) =>
    connection.listByCursor('/api/v1/groups/{groupId}/members', { ...options, params: { groupId }, query: filter }),
})
