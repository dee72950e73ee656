import { ACCOUNT_TABLES } from '../packages/postgres/src/schema/distribution/tables.js'

/**
 * The only statements that may read account tables without an account: polls across accounts and what owners see of the
 * whole service (only their beginning is matched), and look-ups of the account of a broadcast, schedule or group by its id alone.
 */
const SPANNING = [
  /^with recursive accounts_due \(account_id, run_at\) as \(/i,
  /^select asked\.lane, next_job\.run_at from unnest\(\$1::text\[\]\) as asked \(lane\) cross join lateral/i,
  /^with recursive accounts_waiting \(account_id\) as \(/i,
  /^select account_id, count\(\*\)::integer as jobs from job where lane = \$1 and run_at <= \$2 and true group by account_id$/i,
  /^select lane, min\(run_at\) as run_at from job where run_at <= \$1 and true group by lane$/i,
  /^select account_id from outbox where true group by account_id$/i,
  /^select account\.id, account\.name, account\.timezone, account\.created_at as "createdAt", coalesce\(balance/i,
  /^select newest\.\* from account cross join lateral \( select account_id, id, lane/i,
  /^select count\(\*\)::integer as accounts, /i,
  /^select min\(oldest_message\.at\) as message, /i,
  /^select account_id from (broadcast|schedule) where id = \$1$/i,
  /^select account_id from contact_group where id = \$1 and not removed$/i,
]

/** Append-only tables: their rows are evidence. */
export const APPENDED_TABLES = ['consent_log', 'ledger_entry']

/**
 * The faults that keep a statement from running on the account's node alone: every account table that it reads,
 * changes or joins must have its `account_id` compared, and inserted columns must begin with it. Also reports
 * constructs that this project forbids in all SQL. Takes statements as sent, with `$1` for their values.
 */
export function sqlFaults(statement: string): readonly string[] {
  const sql = onOneLine(statement)
  const reading = SPANNING.some((spanning) => spanning.test(sql)) ? [] : readingFaults(sql.replace(TABLE_MADE, ''))
  return [...reading, ...insertingFaults(sql), ...forbidden(sql)].map((fault) => `${fault}: ${sql}`)
}

/** Matches a `create table` statement: its column list looks like a list of tables. */
const TABLE_MADE = /\bcreate table [^;]*/gi

/** Whether a statement, or a file with statements, changes or deletes rows of an append-only table. */
export function rewritesHistory(text: string): boolean {
  const sql = onOneLine(text)
  return REWRITES.some((pattern) => pattern.test(sql))
}

function onOneLine(text: string): string {
  return text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
}

/** Tables whose rows are never changed, and are deleted only when they are too old. */
const UNCHANGED_TABLES = ['audit_entry', 'audit_subject']

const APPENDED_TABLE = `(?:"?\\w+"?\\.)?"?(?:${APPENDED_TABLES.join('|')})\\b`

const UNCHANGED_TABLE = `(?:${UNCHANGED_TABLES.join('|')})\\b`

const REWRITES = [
  `\\b(?:update|delete from|merge into)(?: only)? ${APPENDED_TABLE}`,
  `\\b(?:truncate|drop table)\\b[^;\`]* ${APPENDED_TABLE}`,
  `\\binsert into ${APPENDED_TABLE}(?:(?!\\binsert into\\b)[^;\`])*\\bdo update\\b`,
  `\\bupdate(?: only)? ${UNCHANGED_TABLE}`,
  `\\btruncate\\b[^;\`]* ${UNCHANGED_TABLE}`,
  `\\binsert into ${UNCHANGED_TABLE}(?:(?!\\binsert into\\b)[^;\`])*\\bdo update\\b`,
].map((source) => new RegExp(source, 'i'))

const ACCOUNT_TABLE = `(?:${ACCOUNT_TABLES.join('|')})`
/** Keywords that can follow a table name and are not an alias. */
const NO_ALIAS = '(?!(?:as|on|where|set|using|join|left|cross|order|group|limit|for|union|returning)\\b)'
const REFERENCE = new RegExp(
  `\\b(?:from|join|update|using) (?:only )?(${ACCOUNT_TABLE})\\b(?: as (\\w+)| ${NO_ALIAS}(\\w+))?|, (${ACCOUNT_TABLE})\\b(?! ?[,.)])`,
  'gi',
)

function readingFaults(sql: string): readonly string[] {
  const references = [...sql.matchAll(REFERENCE)].map(([, table, alias, other, listed]) => ({
    table: table ?? listed!,
    name: alias ?? other ?? table ?? listed!,
  }))
  const open = references.filter(({ name }) => !isCompared(sql, name))
  // An unqualified account_id counts for one table only: two tables without a qualified one need two comparisons.
  const unnamed = countOf(sql, /(?<!\.)\baccount_id = \$\d+/gi)
  return open.length <= unnamed ? [] : open.map(({ table }) => `${table} without its account_id`)
}

function isCompared(sql: string, name: string): boolean {
  const own = `\\b${name}\\.account_id`
  return new RegExp(`${own} = (?:\\$\\d+|\\w+\\.account_id)|\\w+\\.account_id = ${own}\\b`, 'i').test(sql)
}

const INSERT = new RegExp(`\\binsert into (${ACCOUNT_TABLE})\\b(?: as \\w+)? ?(\\([^)]*\\))?`, 'gi')

function insertingFaults(sql: string): readonly string[] {
  const inserted = [...sql.matchAll(INSERT)].filter(([, , columns]) => !/^\( ?account_id\b/i.test(columns ?? ''))
  const keys = inserted.length === 0 && new RegExp(INSERT.source, 'i').test(sql) ? [...sql.matchAll(ON_CONFLICT)] : []
  return [
    ...inserted.map(([, table]) => `${table} is not given account_id first`),
    ...keys.map(([key]) => `account_id is not first in ${key}`),
  ]
}

const ON_CONFLICT = /\bon conflict \((?! ?account_id\b)[^)]*\)/gi

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:now|random|gen_random_uuid|uuidv\d) ?\(|\bcurrent_(?:timestamp|date|time)\b/i,
    'time and chance come from Node',
  ],
  [
    /\bnextval ?\(|\bserial\b|\bcreate (?:temp )?sequence\b|\bgenerated (?:always|by default) as identity\b/i,
    'no sequences',
  ],
  [/\bcreate (?:or replace )?(?:constraint )?trigger\b/i, 'no triggers'],
  [/\bpg_(?:try_)?advisory_/i, 'no advisory locks'],
  [/\bon delete set (?:null|default)\b/i, 'no ON DELETE SET NULL'],
  [
    /\bcreate table [^;]*\bstorage (?:plain|external|extended|main)\b/i,
    'STORAGE after the table: Postgres 15 knows no other',
  ],
]

function forbidden(sql: string): readonly string[] {
  const found = FORBIDDEN.flatMap(([pattern, why]) => (pattern.test(sql) ? [why] : []))
  return rewritesHistory(sql) ? [...found, 'only ever appended to'] : found
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
