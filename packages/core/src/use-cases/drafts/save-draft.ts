import type { Account } from '../../model/accounts/account.js'
import { DRAFT_RANGES, isDraftId, type Draft, type DraftContent } from '../../model/drafts/draft.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { entriesExpected, isWithin } from '../../values/field-rule.js'
import type { UserId } from '../../values/ids.js'
import { enteredNumber } from '../../values/phone/entered-number.js'
import { draftNotFound, withAuthors, type DraftName, type WithAuthors } from './read-drafts.js'

export type CreateDraftInput = {
  readonly account: Account
  /** Who writes it. */
  readonly user: UserId
  readonly content: DraftContent
}

export class CreateDraft {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ account, user, content }: CreateDraftInput): Promise<WithAuthors<Draft>> {
    const { unitOfWork, clock, ids } = this.deps
    const now = clock.now()
    const draft: Draft = {
      id: ids.next('drf'),
      account: account.id,
      version: 1,
      content: kept(content),
      createdBy: user,
      createdAt: now,
      updatedBy: user,
      updatedAt: now,
      sentAt: null,
    }
    return unitOfWork.run(async (stores) => {
      const { max } = DRAFT_RANGES.drafts
      if (!(await stores.drafts.add(draft, max))) {
        throw new DomainError('too-many-drafts', `An account can have at most ${max} drafts: delete one first`)
      }
      return withAuthors(stores, draft)
    })
  }
}

export type SaveDraftInput = DraftName & {
  readonly user: UserId
  readonly content: DraftContent
  /** Whether it has been sent with this content. */
  readonly isSent: boolean
  /** Whether the change was made for this version. */
  readonly isCurrent: (version: number) => boolean
}

/** Replaces the content of a draft. Refuses to overwrite what somebody else, or another tab, has written meanwhile. */
export class SaveDraft {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, id, user, content, isSent, isCurrent }: SaveDraftInput): Promise<WithAuthors<Draft>> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const before = isDraftId(id) ? await stores.drafts.lock(account.id, id) : null
      if (before === null) throw draftNotFound(id)
      if (!isCurrent(before.version)) throw changedMeanwhile()
      const after: Draft = {
        ...before,
        version: before.version + 1,
        content: kept(content),
        updatedBy: user,
        updatedAt: now,
        sentAt: isSent ? now : null,
      }
      await stores.drafts.save(after)
      return withAuthors(stores, after)
    })
  }
}

export class DeleteDraft {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: DraftName): Promise<void> {
    return this.deps.unitOfWork.run(async ({ drafts }) => {
      if (!isDraftId(id) || !(await drafts.remove(account.id, id))) throw draftNotFound(id)
    })
  }
}

function changedMeanwhile(): DomainError {
  return new DomainError(
    'state-changed',
    'The draft has been changed elsewhere since it was read: read it again, and repeat the change',
  )
}

/** The calling program may pass any length. */
function kept(content: DraftContent): DraftContent {
  const { body, numbers, form } = content
  for (const [field, { length }] of Object.entries({ body, numbers, form })) {
    const range = DRAFT_RANGES[field as keyof DraftContent]
    if (!isWithin(length, range)) throw invalidInput(field, entriesExpected(range))
  }
  return { ...content, numbers: numbers.map((entry) => enteredNumber(entry) ?? entry) }
}
