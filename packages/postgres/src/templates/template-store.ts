import {
  foldCase,
  type AccountId,
  type Page,
  type PageRequest,
  type Template,
  type TemplateContent,
  type TemplateId,
  type TemplateQuery,
  type TemplateStore,
  type TemplateVersion,
} from '@carillon/core'
import { byPlacement } from '../placements/by-placement.js'
import { namingAccounts } from '../placements/naming-accounts.js'
import { pageOf } from '../sql/page-of.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresTemplateStore implements TemplateStore {
  constructor(private readonly trx: Database) {}

  async add(template: Template): Promise<void> {
    await run(this.trx, ADD, bindingsOf(template))
  }

  async find(account: AccountId, id: TemplateId): Promise<Template | null> {
    const [row] = await preparedRowsOf<TemplateRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async findAll(account: AccountId, ids: readonly TemplateId[]): Promise<ReadonlyMap<TemplateId, Template>> {
    if (ids.length === 0) return new Map()
    const rows = await rowsOf<TemplateRow>(this.trx, FIND_ALL, { account, ids })
    return new Map(rows.map((row) => [row.id, fromRow(row)]))
  }

  async findOfAccounts(asked: readonly Pick<Template, 'account' | 'id'>[]): Promise<readonly Template[]> {
    const found: Template[] = []
    for (const some of byPlacement(this.trx, asked)) {
      const named = { accounts: some.map(({ account }) => account), ids: some.map(({ id }) => id) }
      found.push(...(await preparedRowsOf<TemplateRow>(this.trx, FIND_OF_ACCOUNTS, named)).map(fromRow))
    }
    return found
  }

  async findByName(account: AccountId, name: string): Promise<Template | null> {
    const [row] = await rowsOf<TemplateRow>(this.trx, FIND_BY_NAME, { account, name })
    return row === undefined ? null : fromRow(row)
  }

  async count(account: AccountId): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(this.trx, COUNT_ALL, { account })
    return row!.count
  }

  async lock(account: AccountId, id: TemplateId): Promise<Template | null> {
    const [row] = await rowsOf<TemplateRow>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lockShared(account: AccountId, id: TemplateId): Promise<Template | null> {
    const [row] = await rowsOf<TemplateRow>(this.trx, `${FIND} for share`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async save(template: Template): Promise<void> {
    await run(this.trx, SAVE, bindingsOf(template))
  }

  async remove(account: AccountId, id: TemplateId): Promise<void> {
    await run(this.trx, REMOVE, { account, id })
  }

  list(account: AccountId, { name, ...page }: TemplateQuery): Promise<Page<Template>> {
    const bindings = { account, name: foldCase(name ?? '') }
    return pageOf<TemplateRow, Template>(this.trx, { counting: COUNT, listing: LIST, bindings, fromRow }, page)
  }

  versions(account: AccountId, id: TemplateId, page: PageRequest): Promise<Page<TemplateVersion>> {
    const bindings = { account, id }
    const versions = { counting: COUNT_VERSIONS, listing: LIST_VERSIONS, bindings, fromRow: fromVersionRow }
    return pageOf<VersionRow, TemplateVersion>(this.trx, versions, page)
  }
}

type ContentRow = {
  readonly body: string
  readonly media_url: string | null
  readonly language: TemplateContent['language']
}

type TemplateRow = ContentRow & {
  readonly account_id: AccountId
  readonly id: TemplateId
  readonly name: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

type VersionRow = ContentRow & {
  readonly account_id: AccountId
  readonly template_id: TemplateId
  readonly version: number
  readonly created_at: Date
}

const COLUMNS = 'account_id, id, name, version, body, media_url, language, created_at, updated_at'

const TEMPLATES = `select ${COLUMNS} from template where account_id = :account`

const FIND = `${TEMPLATES} and id = :id`

const FIND_ALL = `${TEMPLATES} and id = any (:ids::text[])`

const FIND_OF_ACCOUNTS = namingAccounts(
  (own) => `
  select distinct on (template.account_id, template.id)
         ${COLUMNS.split(', ')
           .map((column) => `template.${column}`)
           .join(', ')}
    from unnest(:accounts::text[], :ids::text[]) as asked (account_id, id)
    join template
      on ${own('template')}template.account_id = asked.account_id and template.id = asked.id`,
)

const FIND_BY_NAME = `${TEMPLATES} and name = :name`

const COUNT_ALL = 'select count(*)::integer as count from template where account_id = :account'

/** The version belongs to the template that was added; it is not added if the template existed before. */
const ADD = `
  with added as (
    insert into template (${COLUMNS}, name_folded)
    values (:account, :id, :name, :version, :body, :mediaUrl, :language, :createdAt, :updatedAt, :nameFolded)
        on conflict (account_id, id) do nothing
    returning account_id, id, version, body, media_url, language, updated_at
  )
  insert into template_version (account_id, template_id, version, body, media_url, language, created_at)
  select added.account_id, added.id, added.version, added.body, added.media_url, added.language, added.updated_at
    from added
   where added.account_id = :account`

const SAVE = `
  with saved as (
    update template
       set name = :name, name_folded = :nameFolded, version = :version, body = :body, media_url = :mediaUrl,
           language = :language, updated_at = :updatedAt
     where account_id = :account and id = :id
    returning account_id, id, version, body, media_url, language, updated_at
  )
  insert into template_version (account_id, template_id, version, body, media_url, language, created_at)
  select saved.account_id, saved.id, saved.version, saved.body, saved.media_url, saved.language, saved.updated_at
    from saved
   where saved.account_id = :account
      on conflict (account_id, template_id, version) do nothing`

const REMOVE = 'delete from template where account_id = :account and id = :id'

/** Matches every name if `:name` is empty. */
const NAMED = 'position(:name in name_folded) > 0'

const COUNT = `${COUNT_ALL} and ${NAMED}`

const LIST = `${TEMPLATES} and ${NAMED} order by created_at desc, id desc limit :limit offset :offset`

const VERSIONS = 'from template_version where account_id = :account and template_id = :id'

const COUNT_VERSIONS = `select count(*)::integer as count ${VERSIONS}`

const LIST_VERSIONS = `
  select account_id, template_id, version, body, media_url, language, created_at ${VERSIONS}
   order by version desc
   limit :limit offset :offset`

function bindingsOf({ content: { body, mediaUrl, language }, ...template }: Template) {
  const nameFolded = foldCase(template.name)
  return { ...template, nameFolded, body, mediaUrl, language: language && JSON.stringify(language) }
}

function fromRow(row: TemplateRow): Template {
  return {
    id: row.id,
    account: row.account_id,
    name: row.name,
    version: row.version,
    content: contentOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function fromVersionRow(row: VersionRow): TemplateVersion {
  const { account_id: account, template_id: id, version, created_at: createdAt } = row
  return { account, id, version, content: contentOf(row), createdAt }
}

function contentOf({ body, media_url: mediaUrl, language }: ContentRow): TemplateContent {
  return { body, mediaUrl, language }
}
