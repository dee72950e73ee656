import type { CallOptions } from '../client-options.js'
import type { Connection } from '../connection.js'
import type { Schema } from '../operation.js'
import { ACCOUNT } from './accounts.js'

export type OneContact = { readonly account: string; readonly phoneNumber: string }
export type ContactImport = {
  readonly account: string
  /** By name: whom they join. */
  readonly group: string
  /** A CSV file. */
  readonly rows: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

export const contacts = (connection: Connection) => ({
  /** Says how it goes while it goes, line by line: progress, rows that were rejected, and in the end what came of it. */
  import({ account, group, rows }: ContactImport, options?: CallOptions) {
    const sent = { params: { name: account }, query: { group }, body: rows, contentType: 'text/csv' }
    const path = `${ACCOUNT}/contacts/import`
    return connection.lines<Schema<'ImportLine'>>('POST', path, { ...options, ...sent, accept: 'application/x-ndjson' })
  },

  /** All of them, as the bytes of a CSV file. */
  export: (account: string, options?: CallOptions) =>
    connection.stream('GET', `${ACCOUNT}/contacts/export`, {
      ...options,
      params: { name: account },
      accept: 'text/csv',
    }),

  /** Everything that shows why a number may be texted, or may not. */
  consentProof: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.request('GET', `${ACCOUNT}/contacts/{phoneNumber}/proof`, {
      ...options,
      params: { name: account, phoneNumber },
    }),

  /** The same as a page of HTML, made for print. */
  consentProofPage: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.text('GET', `${ACCOUNT}/contacts/{phoneNumber}/proof`, {
      ...options,
      params: { name: account, phoneNumber },
      accept: 'text/html',
    }),

  /** Takes away what is known of a number, for good. */
  erase: ({ account, phoneNumber }: OneContact, options?: CallOptions) =>
    connection.request('DELETE', `${ACCOUNT}/contacts/{phoneNumber}`, {
      ...options,
      params: { name: account, phoneNumber },
    }),
})
