import type { AccountId, FormText, FormTextStore } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresFormTextStore implements FormTextStore {
  constructor(private readonly trx: Database) {}

  /**
   * Two concurrent callers both try to add the next version, so the second one waits for the first. It then either
   * finds that the first one stored the same text, or uses the version after that.
   */
  async versionOf(account: AccountId, text: string, now: Date): Promise<number> {
    for (;;) {
      const [known] = await rowsOf<Pick<FormText, 'version'>>(this.trx, VERSION_OF, { account, text })
      if (known !== undefined) return known.version
      await run(this.trx, ADD, { account, text, now })
    }
  }

  async find(account: AccountId, versions: readonly number[]): Promise<ReadonlyMap<number, FormText>> {
    if (versions.length === 0) return new Map()
    const texts = await rowsOf<FormText>(this.trx, FIND, { account, versions: versions.map(String) })
    return new Map(texts.map((text) => [text.version, text]))
  }

  newest(account: AccountId, limit: number): Promise<readonly FormText[]> {
    return rowsOf<FormText>(this.trx, NEWEST, { account, limit })
  }
}

const VERSION_OF = 'select version from form_text where account_id = :account and text = :text'

const ADD = `
  insert into form_text (account_id, version, text, since)
  select :account, coalesce(max(version), 0) + 1, :text, :now
    from form_text
   where account_id = :account
  having count(*) filter (where text = :text) = 0
      on conflict (account_id, version) do nothing`

const FIND = `
  select version, text, since from form_text where account_id = :account and version = any (:versions::integer[])`

const NEWEST = `
  select version, text, since from form_text where account_id = :account order by version desc limit :limit`
