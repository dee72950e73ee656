import { attemptsLeft, CODE_ATTEMPTS_MAX, formEntryStateOf, type FormEntry } from '../../model/forms/form-entry.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import { forgetConfirmations } from '../limits/confirmations.js'
import { enteredCounters } from './code-counters.js'
import { optInByForm } from './opt-in-by-form.js'
import { requireOpenForm, type OnAccountFound, type OpenForm } from './opt-in-form.js'
import { requireLockedEntry } from './read-form-entry.js'

export type EnterCodeInput = {
  readonly group: GroupId
  readonly entry: FormEntryId
  readonly code: string
  readonly onAccountFound?: OnAccountFound
  /** Called when the code opts the number in, but not when a confirmed entry is confirmed again: for metrics. */
  readonly onEntered?: () => void
}

export type EnteredCode =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'spent' }

type EnterCodeDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

/** The right code proves that the person has the number, and opts the number in. Each wrong code is counted. */
export class EnterCode {
  constructor(private readonly deps: EnterCodeDeps) {}

  async execute({ group, entry, code, onAccountFound, onEntered }: EnterCodeInput): Promise<EnteredCode> {
    const now = this.deps.clock.now()
    const { wasOpen, entered } = await this.deps.unitOfWork.run(async (stores) => {
      const form = await requireOpenForm(stores, group)
      onAccountFound?.(form.account.id)
      const locked = await requireLockedEntry(stores, form, entry)
      const state = formEntryStateOf(locked, now)
      if (state !== 'open') return { wasOpen: false, entered: { kind: state } }
      const entered = this.isCodeOf(locked, code)
        ? await this.confirm(stores, form, { entry: locked, now })
        : await countWrong(stores, locked)
      return { wasOpen: true, entered }
    })
    if (wasOpen && entered.kind === 'confirmed') onEntered?.()
    return entered
  }

  private isCodeOf({ codeMessage }: FormEntry, code: string): boolean {
    return codeMessage !== null && code.replace(/\s/g, '') === this.deps.secrets.oneTimeCodeOf(codeMessage)
  }

  private async confirm(stores: Stores, form: OpenForm, given: { entry: FormEntry; now: Date }): Promise<EnteredCode> {
    const isIn = await optInByForm(stores, this.deps, { ...form, ...given })
    const progress = isIn ? { confirmedAt: given.now } : { attempts: CODE_ATTEMPTS_MAX }
    await stores.formEntries.save({ ...given.entry, ...progress })
    if (isIn) await this.countEntered(stores, form, given)
    return { kind: isIn ? 'confirmed' : 'spent' }
  }

  private async countEntered(stores: Stores, form: OpenForm, { entry, now }: { entry: FormEntry; now: Date }) {
    const { account } = form
    await stores.usages.take(account.id, enteredCounters({ form, phone: entry.phone }), now)
    await forgetConfirmations(stores, this.deps, { account: account.id, phones: [entry.phone] })
  }
}

async function countWrong({ formEntries }: Stores, before: FormEntry): Promise<EnteredCode> {
  const entry = { ...before, attempts: before.attempts + 1 }
  await formEntries.save(entry)
  return entry.attempts >= CODE_ATTEMPTS_MAX ? { kind: 'spent' } : { kind: 'wrong', attemptsLeft: attemptsLeft(entry) }
}
