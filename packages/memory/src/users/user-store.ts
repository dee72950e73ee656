import type { Identity, User, UserId, UserQuery, UserStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryUserStore implements UserStore {
  constructor(private readonly tables: Pick<Tables, 'users'>) {}

  async add(user: User) {
    if ((await this.findByEmail(user.email)) !== null) return false
    this.tables.users.put(sorted(user))
    return true
  }

  async save(user: User) {
    const other = user.identity === null ? null : await this.findByIdentity(user.identity)
    if (other !== null && other.id !== user.id) return false
    const before = await this.find(user.id)
    if (before !== null) this.tables.users.put(sorted({ ...user, email: before.email }))
    return true
  }

  async find(id: UserId) {
    return this.tables.users.get(SERVICE, id) ?? null
  }

  async names(ids: readonly UserId[]) {
    const found = this.all().filter(({ id }) => ids.includes(id))
    return new Map(found.map(({ id, name }) => [id, name]))
  }

  async findByEmail(email: string) {
    return this.all().find((user) => user.email === email) ?? null
  }

  async findByIdentity({ issuer, subject }: Identity) {
    return this.all().find(({ identity }) => identity?.issuer === issuer && identity.subject === subject) ?? null
  }

  async lock(id: UserId) {
    return { user: await this.find(id), owners: this.all().filter(({ isOwner }) => isOwner) }
  }

  async isEmpty() {
    return this.all().length === 0
  }

  async list({ account, after, limit }: UserQuery) {
    return this.all()
      .filter(({ roles }) => account === null || roles.some((grant) => grant.account === account))
      .filter(({ email }) => after === null || email > after)
      .toSorted(by(({ email }) => email))
      .slice(0, limit)
  }

  private all(): readonly User[] {
    return this.tables.users.of(SERVICE).toSorted(by(({ id }) => id))
  }
}

function sorted(user: User): User {
  return { ...user, roles: user.roles.toSorted(by(({ account }) => account)) }
}
