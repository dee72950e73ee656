import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const TEMPLATES = '/api/v1/templates'
const ONE = `${TEMPLATES}/{templateId}` as const

export const templates = (connection: Connection) => ({
  /** The templates of the account, newest first. */
  list: (filter: QueryOf<typeof TEMPLATES> = {}, options?: CallOptions) =>
    connection.list(TEMPLATES, { ...options, query: filter }),

  create: (template: Schema<'TemplateFields'>, options?: CallOptions) =>
    connection.request('POST', TEMPLATES, { ...options, body: template }),

  byId: (templateId: string, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: { templateId } }),

  /** A merge patch: omitted fields stay unchanged. A change of the texts makes a new version. */
  change: (templateId: string, patch: Schema<'TemplatePatchFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: { templateId }, body: patch }),

  /** Deletes the template with its versions. Refused while a schedule uses it. */
  delete: (templateId: string, options?: CallOptions) =>
    connection.request('DELETE', ONE, { ...options, params: { templateId } }),

  /** All versions, newest first. */
  versions: (templateId: string, filter: QueryOf<`${typeof ONE}/versions`> = {}, options?: CallOptions) =>
    connection.list(`${ONE}/versions`, { ...options, params: { templateId }, query: filter }),
})
