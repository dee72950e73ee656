import { UserError } from './user-error.js'
import { unshown } from './validators.js'

export type DatabaseConfig = {
  /** Null: the embedded database in the data folder. */
  readonly databaseUrl: string | null
  /** Of nodes of the Citus cluster that are reached at other addresses than those that Citus has. */
  readonly nodeUrls: readonly string[]
}

type Given = { readonly DATABASE_URL: string | undefined; readonly DATABASE_URLS: readonly string[] }

export function databaseConfigOf({ DATABASE_URL, DATABASE_URLS }: Given): DatabaseConfig {
  if (DATABASE_URLS.length > 0 && DATABASE_URL === undefined) throw new UserError(NODES_ALONE)
  return { databaseUrl: DATABASE_URL ?? null, nodeUrls: DATABASE_URLS }
}

const NODES_ALONE =
  'DATABASE_URLS is set without DATABASE_URL: expected both. A process starts on the node of DATABASE_URL'

const EXAMPLE = 'postgresql://user:password@host:5432/database'
const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\/./.test(text)

export const databaseUrl = unshown(`a URL such as ${EXAMPLE}`, (text) => (isDatabaseUrl(text) ? text : undefined))

export const databaseUrls = unshown(`URLs such as ${EXAMPLE}, separated by commas`, (text) => {
  const urls = text.split(',').map((url) => url.trim())
  return urls.every(isDatabaseUrl) ? urls : undefined
})
