import {
  foldCase,
  type AccountId,
  type PageRequest,
  type Template,
  type TemplateId,
  type TemplateQuery,
  type TemplateStore,
} from '@carillon/core'
import { by, downward, NEWEST_FIRST, pageOf } from '../tables/order.js'
import { templatePart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryTemplateStore implements TemplateStore {
  constructor(private readonly tables: Pick<Tables, 'templates' | 'templateVersions'>) {}

  async add(template: Template) {
    if (this.tables.templates.has(template)) return
    this.put(template)
  }

  async find(account: AccountId, id: TemplateId) {
    return this.tables.templates.get(account, id) ?? null
  }

  async findAll(account: AccountId, ids: readonly TemplateId[]) {
    const found = ids.flatMap((id) => this.tables.templates.get(account, id) ?? [])
    return new Map(found.map((template) => [template.id, template]))
  }

  async findOfAccounts(asked: readonly Pick<Template, 'account' | 'id'>[]) {
    const found = asked.flatMap(({ account, id }) => this.tables.templates.get(account, id) ?? [])
    return [...new Set(found)]
  }

  async findByName(account: AccountId, name: string) {
    return this.tables.templates.of(account).find((template) => template.name === name) ?? null
  }

  async count(account: AccountId) {
    return this.tables.templates.of(account).length
  }

  async lock(account: AccountId, id: TemplateId) {
    return this.find(account, id)
  }

  async lockShared(account: AccountId, id: TemplateId) {
    return this.find(account, id)
  }

  async save(template: Template) {
    const { createdAt } = this.tables.templates.get(template.account, template.id)!
    this.put({ ...template, createdAt })
  }

  async remove(account: AccountId, id: TemplateId) {
    this.tables.templates.remove(account, id)
    const part = templatePart({ account, id })
    for (const { version } of this.tables.templateVersions.of(part)) {
      this.tables.templateVersions.remove(part, String(version))
    }
  }

  async list(account: AccountId, query: TemplateQuery) {
    const part = foldCase(query.name ?? '')
    const found = this.tables.templates.of(account).filter(({ name }) => foldCase(name).includes(part))
    return pageOf(found.sort(NEWEST_FIRST), query)
  }

  async versions(account: AccountId, id: TemplateId, page: PageRequest) {
    const versions = this.tables.templateVersions.of(templatePart({ account, id }))
    return pageOf(versions.toSorted(downward(by(({ version }) => version))), page)
  }

  private put(template: Template) {
    const { account, id, version, content, updatedAt: createdAt } = template
    this.tables.templates.put(template)
    const saved = { account, id, version, content, createdAt }
    if (!this.tables.templateVersions.has(saved)) this.tables.templateVersions.put(saved)
  }
}
