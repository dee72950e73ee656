import type { AccountId, TemplateId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Template, TemplateVersion } from './template.js'

export type TemplateQuery = PageRequest & {
  /** Part of the name; ignores case. */
  readonly name: string | null
}

export interface TemplateStore {
  /**
   * Adds the template with its first version. Adds nothing if the template exists already. The caller has locked the
   * account, and found that the name is free.
   */
  add(template: Template): Promise<void>
  find(account: AccountId, id: TemplateId): Promise<Template | null>
  /** The account's templates among `ids`. */
  findAll(account: AccountId, ids: readonly TemplateId[]): Promise<ReadonlyMap<TemplateId, Template>>
  /** The templates that exist among these, of any accounts. */
  findOfAccounts(asked: readonly Pick<Template, 'account' | 'id'>[]): Promise<readonly Template[]>
  findByName(account: AccountId, name: string): Promise<Template | null>
  count(account: AccountId): Promise<number>
  /** Locks the template until the unit of work ends. */
  lock(account: AccountId, id: TemplateId): Promise<Template | null>
  /**
   * Like `lock`, but blocks only changes and the removal of the template, for a schedule that begins to use it. The locks
   * are shared: callers do not wait for each other.
   */
  lockShared(account: AccountId, id: TemplateId): Promise<Template | null>
  /**
   * Saves name, version, content and `updatedAt`, and adds the version if it is new. The caller has locked the template,
   * and the account if the name changes.
   */
  save(template: Template): Promise<void>
  /** Deletes the template with all its versions. The caller has locked the template. */
  remove(account: AccountId, id: TemplateId): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: TemplateQuery): Promise<Page<Template>>
  /** Newest first. */
  versions(account: AccountId, id: TemplateId, page: PageRequest): Promise<Page<TemplateVersion>>
}
