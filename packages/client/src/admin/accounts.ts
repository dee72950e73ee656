import type { CallOptions } from '../client-options.js'
import type { Connection } from '../connection.js'
import type { QueryOf, Schema } from '../operation.js'

export const ACCOUNT = '/admin/v1/accounts/{name}'

/** Makes an account what the declaration says. With `prune`, what it leaves out goes. */
export const apply =
  (connection: Connection) =>
  (declaration: Schema<'Declaration'>, { prune = false, ...options }: CallOptions & { prune?: boolean } = {}) =>
    connection.request('POST', '/admin/v1/apply', { ...options, query: { prune }, body: declaration })

export const accounts = (connection: Connection) => ({
  list: (options?: CallOptions) => connection.request('GET', '/admin/v1/accounts', options),
})

export const keys = (connection: Connection) => ({
  /** Its secret is told in the answer, and never again. */
  create: (account: string, fields: Schema<'NewApiKeyFields'> = {}, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/keys`, { ...options, params: { name: account }, body: fields }),

  revoke: ({ account, keyId }: { readonly account: string; readonly keyId: string }, options?: CallOptions) =>
    connection.request('DELETE', `${ACCOUNT}/keys/{keyId}`, { ...options, params: { name: account, keyId } }),
})

export const credits = (connection: Connection) => ({
  grant: (account: string, amounts: Schema<'CreditFields'>, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/credits`, { ...options, params: { name: account }, body: amounts }),
})

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

export const jobs = (connection: Connection) => ({
  /** Those that failed too often to be tried again by themselves, the newest first. */
  dead: (account: string, filter: QueryOf<`${typeof ACCOUNT}/jobs/dead`> = {}, options?: CallOptions) =>
    connection.list(`${ACCOUNT}/jobs/dead`, { ...options, params: { name: account }, query: filter }),

  retry: ({ account, jobId }: { readonly account: string; readonly jobId: string }, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/jobs/dead/{jobId}/retry`, { ...options, params: { name: account, jobId } }),
})
