import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from '../schema/distribution/tables.js'
import { onceEachText } from '../sql/once-each.js'

/** Which kinds of tables a statement names. */
export type NamedTables = {
  readonly names: readonly string[]
  readonly ofAccounts: boolean
  readonly ofCarriers: boolean
  /** Tables that every node has a copy of. */
  readonly ofCopies: boolean
  readonly changesCopies: boolean
}

const KINDS: ReadonlyMap<string, 'accounts' | 'carriers' | 'copies'> = new Map([
  ...ACCOUNT_TABLES.map((table) => [table, 'accounts'] as const),
  ...CARRIER_TABLES.map((table) => [table, 'carriers'] as const),
  ...REFERENCE_TABLES.map((table) => [table, 'copies'] as const),
])

/** A table where a statement reads or changes it. In `from message.sent_at`, the word is no table but an alias. */
const TABLE = new RegExp(
  String.raw`\b(delete\s+from|from|join|into|update|using)(\s+)(${[...KINDS.keys()].join('|')})\b(?!\.)(\s+as\b)?`,
  'gi',
)

const READS = /^(from|join|using)$/i

export const tablesIn = onceEachText((text): NamedTables => {
  const found = [...text.matchAll(TABLE)].map(([, verb, , table]) => ({
    name: table!.toLowerCase(),
    kind: KINDS.get(table!.toLowerCase()),
    isRead: READS.test(verb!),
  }))
  return {
    names: found.map(({ name }) => name),
    ofAccounts: found.some(({ kind }) => kind === 'accounts'),
    ofCarriers: found.some(({ kind }) => kind === 'carriers'),
    ofCopies: found.some(({ kind }) => kind === 'copies'),
    changesCopies: found.some(({ kind, isRead }) => kind === 'copies' && !isRead),
  }
})

/** The statement with the names that its tables have in a shard. */
export function onShard(text: string, tables: ReadonlyMap<string, string>): string {
  return text.replace(TABLE, (_, verb: string, space: string, table: string, alias: string | undefined) => {
    const name = tables.get(table)
    if (name === undefined) throw new Error(`The shard has no table ${table}`)
    return `${verb}${space}${name}${alias ?? ` as ${table}`}`
  })
}
