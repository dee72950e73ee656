import type { AccountId, Draft, DraftId, DraftStore, ListedDraft, UserId } from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresDraftStore implements DraftStore {
  constructor(private readonly trx: Database) {}

  async add(draft: Draft, max: number): Promise<boolean> {
    return (await countOf(this.trx, ADD, { ...bindingsOf(draft), max })) === 1
  }

  async find(account: AccountId, id: DraftId): Promise<Draft | null> {
    const [row] = await rowsOf<DraftRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : draftOf(row)
  }

  async lock(account: AccountId, id: DraftId): Promise<Draft | null> {
    const [row] = await rowsOf<DraftRow>(this.trx, LOCK, { account, id })
    return row === undefined ? null : draftOf(row)
  }

  async save(draft: Draft): Promise<void> {
    await run(this.trx, SAVE, bindingsOf(draft))
  }

  async remove(account: AccountId, id: DraftId): Promise<boolean> {
    return (await countOf(this.trx, REMOVE, { account, id })) === 1
  }

  async list(account: AccountId, limit: number): Promise<readonly ListedDraft[]> {
    const rows = await rowsOf<ListedRow>(this.trx, LIST, { account, limit })
    return rows.map(({ body, number_count: numberCount, template, ...row }) => ({
      ...signedOf(row),
      body,
      numberCount,
      template,
    }))
  }

  async trim(
    account: AccountId,
    { changed, sent }: { readonly changed: Date; readonly sent: Date },
    limit: number,
  ): Promise<number> {
    return countOf(this.trx, TRIM, { account, changed, sent, limit })
  }
}

type SignedRow = {
  readonly account_id: AccountId
  readonly id: DraftId
  readonly version: number
  readonly created_by: UserId
  readonly created_at: Date
  readonly updated_by: UserId
  readonly updated_at: Date
  readonly sent_at: Date | null
}

type DraftRow = SignedRow & { readonly body: string; readonly numbers: readonly string[]; readonly form: string }
type ListedRow = SignedRow & {
  readonly body: string
  readonly number_count: number
  readonly template: string | null
}

function draftOf({ body, numbers, form, ...row }: DraftRow): Draft {
  return { ...signedOf(row), content: { body, numbers, form } }
}

function signedOf(row: SignedRow): Omit<Draft, 'content'> {
  return {
    id: row.id,
    account: row.account_id,
    version: row.version,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
  }
}

function bindingsOf({ content: { body, numbers, form }, ...draft }: Draft) {
  return { ...draft, body, numbers: [...numbers], form }
}

const ADD = `
  insert into draft (account_id, id, version, body, numbers, form, created_by, created_at, updated_by, updated_at, sent_at)
  select :account, :id, :version, :body, :numbers::text[], :form, :createdBy, :createdAt::timestamptz, :updatedBy,
         :updatedAt::timestamptz, :sentAt::timestamptz
   where (select count(*) from draft where account_id = :account and sent_at is null) < :max`

const FIND = 'select * from draft where account_id = :account and id = :id'

const LOCK = `${FIND} for update`

const SAVE = `
  update draft
     set version = :version, body = :body, numbers = :numbers::text[], form = :form, updated_by = :updatedBy,
         updated_at = :updatedAt, sent_at = :sentAt
   where account_id = :account and id = :id`

const REMOVE = 'delete from draft where account_id = :account and id = :id'

const LIST = `
  select account_id, id, version, body, cardinality(numbers) as number_count, created_by, created_at, updated_by,
         updated_at, sent_at,
         case when form::json ->> 'source' = 'template' and json_typeof(form::json -> 'template') = 'string'
              then nullif(form::json ->> 'template', '')
         end as template
    from draft
   where account_id = :account and sent_at is null
   order by updated_at desc, id desc
   limit :limit`

/** Skips a draft that somebody is saving. */
const TRIM = `
  with old as (
    select id from draft
     where account_id = :account and (updated_at <= :changed or sent_at <= :sent)
     limit :limit
       for update skip locked
  )
  delete from draft using old where draft.account_id = :account and draft.id = old.id`
