import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

const LISTS = `${ACCOUNT}/contact-lists` as const
const SCHEDULES = `${ACCOUNT}/schedules` as const
const LINKS = `${ACCOUNT}/links` as const
const BROADCAST = `${ACCOUNT}/broadcasts/{broadcastId}` as const

export const contactLists = (connection: Connection) => ({
  list: (account: string, filter: QueryOf<typeof LISTS> = {}, options?: CallOptions) =>
    connection.list(LISTS, { ...options, params: { name: account }, query: filter }),

  /** Adds contacts to the list with this name, and creates the list if it does not exist. */
  save: (account: string, fields: Schema<'ContactListFields'>, options?: CallOptions) =>
    connection.request('POST', LISTS, { ...options, params: { name: account }, body: fields }),
})

export type OneBroadcast = { readonly account: string; readonly broadcastId: string }

export const broadcasts = (connection: Connection) => ({
  /** A broadcast or batch of any account. */
  byId: (broadcastId: string, options?: CallOptions) =>
    connection.request('GET', '/admin/v1/broadcasts/{broadcastId}', { ...options, params: { broadcastId } }),

  clicks: ({ account, broadcastId }: OneBroadcast, options?: CallOptions) =>
    connection.request('GET', `${BROADCAST}/clicks`, { ...options, params: { name: account, broadcastId } }),

  clickRecipients: (
    { account, broadcastId }: OneBroadcast,
    filter: QueryOf<`${typeof BROADCAST}/clicks/recipients`> = {},
    options?: CallOptions,
  ) =>
    connection.list(`${BROADCAST}/clicks/recipients`, {
      ...options,
      params: { name: account, broadcastId },
      query: filter,
    }),
})

export const schedules = (connection: Connection) => ({
  list: (account: string, filter: QueryOf<typeof SCHEDULES> = {}, options?: CallOptions) =>
    connection.list(SCHEDULES, { ...options, params: { name: account }, query: filter }),

  /** Creates a schedule for the contacts of a list. */
  create: (account: string, schedule: Schema<'ListScheduleFields'>, options?: CallOptions) =>
    connection.request('POST', SCHEDULES, { ...options, params: { name: account }, body: schedule }),

  /** A schedule of any account. */
  byId: (scheduleId: string, options?: CallOptions) =>
    connection.request('GET', '/admin/v1/schedules/{scheduleId}', { ...options, params: { scheduleId } }),
})

/** A link by its name, such as `go.example.com/sale`. */
export type OneLink = { readonly account: string; readonly link: string }

export const links = (connection: Connection) => ({
  list: (account: string, filter: QueryOf<typeof LINKS> = {}, options?: CallOptions) =>
    connection.list(LINKS, { ...options, params: { name: account }, query: filter }),

  clicks: ({ account, link }: OneLink, query: QueryOf<`${typeof LINKS}/{link}/clicks`> = {}, options?: CallOptions) =>
    connection.request('GET', `${LINKS}/{link}/clicks`, { ...options, params: { name: account, link }, query }),

  recipients: (
    { account, link }: OneLink,
    filter: QueryOf<`${typeof LINKS}/{link}/recipients`> = {},
    options?: CallOptions,
  ) => connection.list(`${LINKS}/{link}/recipients`, { ...options, params: { name: account, link }, query: filter }),
})
