import type { Account } from '../../model/accounts/account.js'
import type { ListedDraft } from '../../model/drafts/draft-store.js'
import { DRAFT_RANGES, isDraftId, type Draft } from '../../model/drafts/draft.js'
import { isTemplateId } from '../../model/templates/template.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { UserId } from '../../values/ids.js'

/** The people of a draft, by name; null if nobody knows the name any more. */
export type WithAuthors<D> = Omit<D, 'createdBy' | 'updatedBy'> & {
  readonly createdBy: NamedUser
  readonly updatedBy: NamedUser
}

export type NamedUser = { readonly id: UserId; readonly name: string | null }

export type DraftName = { readonly account: Account; readonly id: string }

export class ReadDraft {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: DraftName): Promise<WithAuthors<Draft>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const draft = isDraftId(id) ? await stores.drafts.find(account.id, id) : null
      if (draft === null) throw draftNotFound(id)
      return withAuthors(stores, draft)
    })
  }
}

/** A template that a draft names; null in place of its name if the account does not have it any more. */
export type DraftTemplate = { readonly id: string; readonly name: string | null }

type NamedDraft = WithAuthors<Omit<ListedDraft, 'template'>> & { readonly template: DraftTemplate | null }

/** The drafts of an account that are not sent, the latest change first, with the names of their templates. */
export class ListDrafts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: Pick<DraftName, 'account'>): Promise<readonly NamedDraft[]> {
    return this.deps.unitOfWork.run(async (stores) => {
      const drafts = await stores.drafts.list(account.id, DRAFT_RANGES.drafts.max)
      const names = await namesIn(stores, drafts)
      const ids = drafts.flatMap(({ template }) => (template !== null && isTemplateId(template) ? [template] : []))
      const templates = await stores.templates.findAll(account.id, ids)
      const nameOf = (id: string) => (isTemplateId(id) ? (templates.get(id)?.name ?? null) : null)
      return drafts.map(({ template, ...draft }) => ({
        ...withNames(draft, names),
        template: template === null ? null : { id: template, name: nameOf(template) },
      }))
    })
  }
}

export function draftNotFound(id: string): DomainError {
  return new DomainError('draft-not-found', `No draft of this account has the id ${id}: it was deleted`)
}

type Authored = Pick<Draft, 'createdBy' | 'updatedBy'>

export async function withAuthors<D extends Authored>(
  stores: Pick<Stores, 'users'>,
  draft: D,
): Promise<WithAuthors<D>> {
  return withNames(draft, await namesIn(stores, [draft]))
}

function namesIn({ users }: Pick<Stores, 'users'>, drafts: readonly Authored[]) {
  return users.names(drafts.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]))
}

function withNames<D extends Authored>(draft: D, names: ReadonlyMap<UserId, string>): WithAuthors<D> {
  const nameOf = (id: UserId): NamedUser => ({ id, name: names.get(id) ?? null })
  return { ...draft, createdBy: nameOf(draft.createdBy), updatedBy: nameOf(draft.updatedBy) }
}
