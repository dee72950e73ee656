import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import { filterQuery } from '../requests/filter-query.js'
import type { Schema } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

export type OneContact = { readonly account: string; readonly phoneNumber: string }
export type ContactImport = {
  readonly account: string
  /** The name of the group that the contacts join. */
  readonly group: string
  /** A CSV file. */
  readonly rows: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

export type ContactExport = CallOptions & {
  /** Marks values that a spreadsheet program would read as formulas. Such a file cannot be imported again. */
  readonly spreadsheet?: boolean
  /** Exports only the contacts that the filter finds. */
  readonly filter?: Schema<'ContactFilter'>
}

export const contacts = (connection: Connection) => ({
  /** Yields lines while the import runs: its progress, the rejected rows, and finally the result. */
  import({ account, group, rows }: ContactImport, options?: CallOptions) {
    const sent = { params: { name: account }, query: { group }, body: rows, contentType: 'text/csv' }
    const path = `${ACCOUNT}/contacts/import`
    return connection.lines<Schema<'ImportLine'>>('POST', path, { ...options, ...sent, accept: 'application/x-ndjson' })
  },

  /** All contacts, or those that a filter finds, as the bytes of a CSV file. */
  export: (account: string, { spreadsheet = false, filter, ...options }: ContactExport = {}) =>
    connection.stream('GET', `${ACCOUNT}/contacts/export`, {
      ...options,
      params: { name: account },
      query: { ...(spreadsheet && { spreadsheet: '1' }), ...filterQuery(filter) },
      accept: 'text/csv',
    }),

  /** All evidence for why a number may or may not be texted. */
  consentProof: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.request('GET', `${ACCOUNT}/contacts/{phoneNumber}/proof`, {
      ...options,
      params: { name: account, phoneNumber },
    }),

  /** The consent proof as an HTML page for printing. */
  consentProofPage: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.text('GET', `${ACCOUNT}/contacts/{phoneNumber}/proof`, {
      ...options,
      params: { name: account, phoneNumber },
      accept: 'text/html',
    }),

  /** Deletes the personal data of a number permanently. */
  erase: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.request('DELETE', `${ACCOUNT}/contacts/{phoneNumber}`, {
      ...options,
      params: { name: account, phoneNumber },
    }),
})
