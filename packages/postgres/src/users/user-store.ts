import type {
  AccountGrant,
  AccountId,
  AccountRole,
  Identity,
  LockedUser,
  TimeZone,
  User,
  UserId,
  UserQuery,
  UserStore,
} from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresUserStore implements UserStore {
  constructor(private readonly trx: Database) {}

  async add(user: User): Promise<boolean> {
    if ((await countOf(this.trx, ADD, toRow(user))) === 0) return false
    await this.saveRoles(user)
    return true
  }

  async save(user: User): Promise<boolean> {
    if ((await countOf(this.trx, SAVE, toRow(user))) === 0) return false
    await this.saveRoles(user)
    return true
  }

  async find(id: UserId): Promise<User | null> {
    return this.first(FIND, { id })
  }

  async names(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
    const rows = await rowsOf<Pick<UserRow, 'id' | 'name'>>(this.trx, NAMES, { ids })
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  async findByEmail(email: string): Promise<User | null> {
    return this.first(FIND_BY_EMAIL, { email })
  }

  async findByIdentity({ issuer, subject }: Identity): Promise<User | null> {
    return this.first(FIND_BY_IDENTITY, { issuer, subject })
  }

  async lock(id: UserId): Promise<LockedUser> {
    await run(this.trx, LOCK, { id })
    // A separate statement, which sees the roles that were committed before the lock.
    const users = (await rowsOf<UserRow>(this.trx, LOCKED, { id })).map(fromRow)
    return { user: users.find((user) => user.id === id) ?? null, owners: users.filter(({ isOwner }) => isOwner) }
  }

  async isEmpty(): Promise<boolean> {
    return (await rowsOf(this.trx, 'select from dashboard_user limit 1', {})).length === 0
  }

  async list({ account, after, limit }: UserQuery): Promise<readonly User[]> {
    const filters = [
      ...(account === null ? [] : [IN_ACCOUNT]),
      ...(after === null ? [] : ['dashboard_user.email > :after']),
    ]
    const where = filters.length === 0 ? '' : `where ${filters.join(' and ')}`
    const rows = await rowsOf<UserRow>(this.trx, selecting(`${where} order by dashboard_user.email limit :limit`), {
      account,
      after,
      limit,
    })
    return rows.map(fromRow)
  }

  private async first(statement: string, bindings: Readonly<Record<string, string>>): Promise<User | null> {
    const [row] = await rowsOf<UserRow>(this.trx, statement, bindings)
    return row === undefined ? null : fromRow(row)
  }

  private async saveRoles({ id, roles }: User): Promise<void> {
    const [accounts, names] = [roles.map(({ account }) => account), roles.map(({ role }) => role)]
    await run(this.trx, REMOVE_ROLES, { id, accounts })
    await run(this.trx, PUT_ROLES, { id, accounts, names })
  }
}

type UserRow = {
  readonly id: UserId
  readonly email: string
  readonly name: string
  readonly is_owner: boolean
  readonly password_hash: string | null
  readonly issuer: string | null
  readonly subject: string | null
  readonly timezone: TimeZone | null
  readonly disabled_at: Date | null
  readonly created_at: Date
  readonly accounts: readonly AccountId[]
  readonly roles: readonly AccountRole[]
}

const ADD = `
  insert into dashboard_user
         (id, email, name, is_owner, password_hash, issuer, subject, timezone, disabled_at, created_at)
  values (:id, :email, :name, :isOwner, :passwordHash, :issuer, :subject, :timezone, :disabledAt, :createdAt)
      on conflict (email) do nothing`

const SAVE = `
  update dashboard_user
     set name = :name, is_owner = :isOwner, password_hash = :passwordHash, issuer = :issuer, subject = :subject,
         timezone = :timezone, disabled_at = :disabledAt
   where id = :id
     and not exists (
           select from dashboard_user as other where other.issuer = :issuer and other.subject = :subject and other.id <> :id
         )`

const REMOVE_ROLES = 'delete from user_role where user_id = :id and account_id <> all (:accounts::text[])'

const PUT_ROLES = `
  insert into user_role (user_id, account_id, role)
  select :id, given.account_id, given.role
    from unnest(:accounts::text[], :names::text[]) as given (account_id, role)
   order by given.account_id collate "C"
      on conflict (user_id, account_id) do update
     set role = excluded.role`

const LOCK = 'select from dashboard_user where id = :id or is_owner order by id for update'

const IN_ACCOUNT = `
  dashboard_user.id in (select user_role.user_id from user_role where user_role.account_id = :account)`

const selecting = (rest: string) => `
  select dashboard_user.*, granted.accounts, granted.roles
    from dashboard_user
   cross join lateral (
           select coalesce(array_agg(user_role.account_id order by user_role.account_id), '{}') as accounts,
                  coalesce(array_agg(user_role.role order by user_role.account_id), '{}') as roles
             from user_role
            where user_role.user_id = dashboard_user.id
         ) as granted
  ${rest}`

const NAMES = 'select id, name from dashboard_user where id = any (:ids::text[])'

const FIND = selecting('where dashboard_user.id = :id')
const FIND_BY_EMAIL = selecting('where dashboard_user.email = :email')
const FIND_BY_IDENTITY = selecting('where dashboard_user.issuer = :issuer and dashboard_user.subject = :subject')
const LOCKED = selecting('where dashboard_user.id = :id or dashboard_user.is_owner order by dashboard_user.id')

function toRow({ id, email, name, isOwner, passwordHash, identity, timezone, disabledAt, createdAt }: User) {
  const { issuer = null, subject = null } = identity ?? {}
  return { id, email, name, isOwner, passwordHash, issuer, subject, timezone, disabledAt, createdAt }
}

function fromRow(row: UserRow): User {
  const roles: readonly AccountGrant[] = row.accounts.map((account, i) => ({ account, role: row.roles[i]! }))
  const identity = row.issuer === null || row.subject === null ? null : { issuer: row.issuer, subject: row.subject }
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isOwner: row.is_owner,
    roles,
    passwordHash: row.password_hash,
    identity,
    timezone: row.timezone,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
  }
}
