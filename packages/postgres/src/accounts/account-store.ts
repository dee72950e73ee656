import { accountNameTaken, type Account, type AccountId, type AccountStore } from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { isUniqueViolation } from '../sql/sql-state.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { ACCOUNT_COLUMNS, accountFromRow, type AccountRow } from './account-row.js'
import type { ApiKeyChanges } from './api-key-changes.js'

export class PostgresAccountStore implements AccountStore {
  constructor(
    private readonly trx: Database,
    private readonly apiKeyChanges: ApiKeyChanges,
  ) {}

  async lockByName(name: string): Promise<Account | null> {
    const [row] = await rowsOf<AccountRow>(this.trx, LOCK_BY_NAME, { name })
    return row === undefined ? null : accountFromRow(row)
  }

  async lock(id: AccountId): Promise<Account | null> {
    const [row] = await rowsOf<AccountRow>(this.trx, LOCK, { id })
    return row === undefined ? null : accountFromRow(row)
  }

  async find(id: AccountId): Promise<Account | null> {
    const [row] = await preparedRowsOf<AccountRow>(this.trx, FIND, { id })
    return row === undefined ? null : accountFromRow(row)
  }

  async findByName(name: string): Promise<Account | null> {
    const [row] = await rowsOf<AccountRow>(this.trx, FIND_BY_NAME, { name })
    return row === undefined ? null : accountFromRow(row)
  }

  async add(account: Account): Promise<boolean> {
    if ((await countOf(this.trx, ADD, toRow(account))) === 1) return true
    const known = await rowsOf(this.trx, KNOWN, { id: account.id, name: account.name })
    return known.length === 1
  }

  async save(account: Account): Promise<void> {
    try {
      await run(this.trx, SAVE, toRow(account))
    } catch (error) {
      throw isUniqueViolation(error) ? accountNameTaken(account.name) : error
    }
    await this.apiKeyChanges.announce(this.trx, account.id)
  }

  async list(): Promise<readonly Account[]> {
    return (await rowsOf<AccountRow>(this.trx, LIST, {})).map(accountFromRow)
  }
}

const FIND = `select ${ACCOUNT_COLUMNS} from account where id = :id`

/** `no key update` lets other transactions add references to the account, because its id does not change. */
const LOCK = `${FIND} for no key update`

const FIND_BY_NAME = `select ${ACCOUNT_COLUMNS} from account where name = :name`

const LOCK_BY_NAME = `${FIND_BY_NAME} for no key update`

const LIST = `select ${ACCOUNT_COLUMNS} from account order by name`

const ADD = `
  insert into account (
    id, name, timezone, silent_opt_in, daily_message_quota, rate_limits, compliance, service_texts, opt_in_form,
    retention, destinations, refuse_landlines, smart_encoding, sending_hours, frequency_caps, auto_pause,
    rate_counts, pools, created_at
  )
  values (
    :id, :name, :timezone, :silentOptIn, :dailyMessageQuota, :rateLimits, :compliance, :serviceTexts, :optInForm,
    :retention, :destinations, :refuseLandlines, :smartEncoding, :sendingHours, :frequencyCaps, :autoPause,
    :rateCounts, :pools, :createdAt
  )
  on conflict do nothing`

/** The id already exists if the unit of work runs again because the reply to its commit was lost. */
const KNOWN = 'select from account where id = :id and name = :name'

const SAVE = `
  update account
     set name = :name, timezone = :timezone, silent_opt_in = :silentOptIn,
         daily_message_quota = :dailyMessageQuota, rate_limits = :rateLimits, compliance = :compliance,
         service_texts = :serviceTexts, opt_in_form = :optInForm, retention = :retention, destinations = :destinations,
         refuse_landlines = :refuseLandlines, smart_encoding = :smartEncoding, sending_hours = :sendingHours,
         frequency_caps = :frequencyCaps, auto_pause = :autoPause, rate_counts = :rateCounts, pools = :pools
   where id = :id`

function toRow(account: Account) {
  const {
    id,
    name,
    timezone,
    capabilities,
    dailyMessageQuota,
    rateLimits,
    compliance,
    serviceTexts,
    optInForm,
    retention,
    destinations,
    refuseLandlines,
    smartEncoding,
    sendingHours,
    frequencyCaps,
    createdAt,
  } = account
  return {
    id,
    name,
    timezone,
    silentOptIn: capabilities.silentOptIn,
    dailyMessageQuota,
    rateLimits: JSON.stringify(rateLimits),
    compliance: JSON.stringify(compliance),
    autoPause: account.autoPause && JSON.stringify(account.autoPause),
    rateCounts: account.rateCounts,
    serviceTexts: JSON.stringify(serviceTexts),
    optInForm: JSON.stringify(optInForm),
    retention: JSON.stringify(retention),
    destinations: JSON.stringify(destinations),
    refuseLandlines,
    smartEncoding,
    sendingHours: JSON.stringify(sendingHours),
    frequencyCaps: JSON.stringify(frequencyCaps),
    pools: JSON.stringify(account.pools),
    createdAt,
  }
}
