import {
  CONTACT_COUNT_MAX,
  searchTokensOf,
  type AccountId,
  type ContactCount,
  type ContactFilter,
  type ContactId,
  type ContactSearch,
  type ContactStep,
  type FoundContacts,
} from '@carillon/core'
import { areFew } from '../sql/join-strategy.js'
import { recordset } from '../sql/recordset.js'
import { countOf, rowsOf, run, type Bindings, type Database, type Sql } from '../sql/sql.js'
import { foldedTextsOf, fromRow, type ContactRow } from './contact-row.js'
import {
  countIndexed,
  countInOrder,
  lastExamined,
  listIndexed,
  listInOrder,
  lookUpsOf,
  sampling,
  searchOf,
  SOURCES,
  type Search,
  type Source,
  type TextCondition,
} from './search-statements.js'

/** The first token of a contact whose tokens must be made again. */
export const OUTDATED = '~'

/**
 * How many contacts are examined one after the other, at most, to list or to count them; and how many rows are looked up
 * if their order does not have all that is asked for.
 */
const EXAMINED_MAX = 20_000
const LOOKED_UP_MAX = 10_000
/** How many contacts are read that the index finds: those for rare words, and those for words of older contacts. */
const RARE_MAX = 10_000
const FREQUENT_MAX = 100_000
/** How many of the newest and of the oldest contacts tell which words are rare, and which the index can count. */
const SAMPLED = 500
const RARE = 0.01
const COUNTABLE = 0.05

/**
 * The index finds the contacts for rare words, and all of them are read. Where every word is frequent, the contacts are
 * examined in their order: those of the group, those with the consent, or all of the account. Of all contacts, words
 * that are frequent only far away in that order are found by the index again. It does not know groups and consents, so
 * that for these it would read many contacts in vain.
 */
export class PostgresContactSearch implements ContactSearch {
  constructor(private readonly trx: Database) {}

  async step(account: AccountId, filter: ContactFilter, step: ContactStep): Promise<FoundContacts> {
    if (filter.text?.length === 0) return { contacts: [], next: null, total: NONE }
    const search = searchOf(account, filter)
    const shares = await this.sharesOf(search)
    const rare = lexemesOf(search, (_, i) => shares[i]! <= RARE)
    const few = rare === null ? null : await this.stepByIndex(search, rare, { step, max: RARE_MAX })
    if (few !== null) return few
    const source = await this.sourceOf(filter, search)
    const found = await this.stepInOrder(search, source, step)
    const isFull = found.contacts.length === step.limit || found.next === null
    const any = isFull || source !== 'account' ? null : lexemesOf(search, () => true)
    const all = any === null ? null : await this.stepByIndex(search, any, { step, max: FREQUENT_MAX })
    return all ?? this.counted(found, { search, shares, source, step })
  }

  /** Skips contacts that another transaction has locked: a later call makes their tokens. */
  async index(account: AccountId, limit: number): Promise<number> {
    const rows = await rowsOf<ContactRow>(this.trx, WITHOUT_TOKENS, { account, limit })
    if (rows.length === 0) return 0
    const tokens = rows.map(indexedOf)
    return countOf(this.trx, SAVE_TOKENS, { account, ...INDEXED.of(tokens) })
  }

  /** For each condition on the text, the share of the sampled contacts that meet it. */
  private async sharesOf(search: Search): Promise<readonly number[]> {
    if (search.texts.every(({ lexemes }) => lexemes === null)) return []
    const [sample] = await rowsOf<SampleRow>(this.trx, sampling(search, SAMPLED), search.bindings)
    return sample!.matching.map((count) => count / Math.max(1, sample!.sampled))
  }

  /** Null if the index finds too many contacts. */
  private async stepByIndex(search: Search, lexemes: string, { step, max }: IndexStep): Promise<FoundContacts | null> {
    const bindings = { ...search.bindings, lexemes, limit: step.limit + 1, ...afterOf(step) }
    const rows = await this.byIndex<ContactRow & CountedRow>(listIndexed(search, { ...step, max }), bindings)
    const { examined_count: examined, matching_count: count } = rows[0]!
    if (examined > max) return null
    const found = foundIn(
      rows.filter(({ id }) => id !== null),
      step.limit,
    )
    return { ...found, total: step.after === null ? countUpTo(count) : null }
  }

  private async stepInOrder(search: Search, source: Source, step: ContactStep): Promise<Listed> {
    const examining = { ...step, source, max: examinedMax(search, source) }
    const bindings = { ...search.bindings, limit: step.limit + 1, ...afterOf(step) }
    const found = foundIn(await rowsOf<ContactRow>(this.trx, listInOrder(search, examining), bindings), step.limit)
    if (found.next !== null) return found
    const [last] = await rowsOf<{ id: ContactId }>(this.trx, lastExamined(examining), bindings)
    return { ...found, next: last?.id ?? null }
  }

  private async counted(found: Listed, counting: Counting): Promise<FoundContacts> {
    const { step } = counting
    if (step.after !== null) return { ...found, total: null }
    const isWhole = found.contacts.length < step.limit || found.next === null
    const total = isWhole ? { count: found.contacts.length, isExact: found.next === null } : await this.count(counting)
    return { ...found, total }
  }

  private async count({ search, shares, source }: Counting): Promise<ContactCount> {
    const examining = { source, order: 'newest', after: null, max: examinedMax(search, source) } as const
    const bindings = { ...search.bindings, limit: CONTACT_COUNT_MAX + 1 }
    const [row] = await rowsOf<{ count: number }>(this.trx, countInOrder(search, examining), bindings)
    if (row!.count > CONTACT_COUNT_MAX) return countUpTo(row!.count)
    const [last] = await rowsOf(this.trx, lastExamined(examining), search.bindings)
    if (last === undefined) return countUpTo(row!.count)
    const isCountable = source === 'account' && shares.some((share) => share <= COUNTABLE)
    const lexemes = isCountable ? lexemesOf(search, () => true) : null
    const indexed = lexemes === null ? 0 : await this.countByIndex(search, lexemes)
    return { count: Math.min(Math.max(row!.count, indexed), CONTACT_COUNT_MAX), isExact: false }
  }

  /** At least so many match. */
  private async countByIndex(search: Search, lexemes: string): Promise<number> {
    const statement = countIndexed(search, CONTACT_COUNT_MAX)
    const [row] = await this.byIndex<CountedRow>(statement, { ...search.bindings, lexemes })
    return row!.matching_count
  }

  /** Without statistics of the account, Postgres might read the whole table rather than use the index. */
  private async byIndex<Row>(statement: Sql, bindings: Bindings): Promise<readonly Row[]> {
    await run(this.trx, 'set local enable_seqscan = off', bindings)
    const rows = await rowsOf<Row>(this.trx, statement, bindings)
    await run(this.trx, 'set local enable_seqscan to default', bindings)
    return rows
  }

  private async sourceOf({ group, consent }: ContactFilter, { bindings }: Search): Promise<Source> {
    if (group === null) return consent === null ? 'account' : 'consent'
    if (consent === null || (await areFew(this.trx, SOURCES.group.sql, bindings))) return 'group'
    return (await areFew(this.trx, SOURCES.consent.sql, bindings)) ? 'consent' : 'group'
  }
}

type Listed = Omit<FoundContacts, 'total'>
type IndexStep = { readonly step: ContactStep; readonly max: number }
type Counting = {
  readonly search: Search
  readonly shares: readonly number[]
  readonly source: Source
  readonly step: ContactStep
}
type SampleRow = { readonly sampled: number; readonly matching: readonly number[] }
type CountedRow = { readonly examined_count: number; readonly matching_count: number }

const NONE: ContactCount = { count: 0, isExact: true }

function examinedMax(search: Search, source: Source): number {
  const lookUps = lookUpsOf(search, source)
  return lookUps === 0 ? EXAMINED_MAX : LOOKED_UP_MAX / lookUps
}

/** The lexemes of some of the conditions, all of which must hold; null without any. */
function lexemesOf({ texts }: Search, isAsked: (text: TextCondition, i: number) => boolean): string | null {
  const asked = texts.filter(isAsked).flatMap(({ lexemes }) => lexemes ?? [])
  return asked.length === 0 ? null : asked.join(' & ')
}

function afterOf({ after }: ContactStep): Bindings {
  return after === null ? {} : { after }
}

function countUpTo(found: number): ContactCount {
  return { count: Math.min(found, CONTACT_COUNT_MAX), isExact: found <= CONTACT_COUNT_MAX }
}

/** `rows` has one more than the limit if more are left. */
function foundIn(rows: readonly ContactRow[], limit: number): Listed {
  const contacts = rows.slice(0, limit).map(fromRow)
  return { contacts, next: rows.length > limit ? contacts.at(-1)!.id : null }
}

const WITHOUT_TOKENS = `
  select *
    from contact
   where account_id = :account and (search is null or left(search, 1) = '${OUTDATED}')
   order by id
   limit :limit
     for update skip locked`

function indexedOf(row: ContactRow) {
  const contact = fromRow(row)
  return { id: row.id, search: searchTokensOf(contact), folded: foldedTextsOf(contact) }
}

const INDEXED = recordset<ReturnType<typeof indexedOf>>('indexed', { id: 'text', search: 'text', folded: 'jsonb' })

const SAVE_TOKENS = `
  update contact
     set search = indexed.search, folded = indexed.folded
    from ${INDEXED.sql}
   where contact.account_id = :account and contact.id = indexed.id`
