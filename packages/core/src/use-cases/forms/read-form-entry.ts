import {
  attemptsLeft,
  canResendAt,
  formEntryStateOf,
  type FormEntry,
  type FormEntryState,
} from '../../model/forms/form-entry.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import {
  formNotFound,
  optInFormOf,
  requireOpenForm,
  type OnAccountFound,
  type OpenForm,
  type OptInForm,
} from './opt-in-form.js'

export type ReadFormEntryInput = {
  readonly group: GroupId
  readonly entry: FormEntryId
  readonly onAccountFound?: OnAccountFound
}

/** The part of an entry that is shown to the person who made it. */
export type FormEntryView = {
  readonly form: OptInForm
  readonly state: FormEntryState
  /** The last two digits of the entered number. */
  readonly phoneEnd: string
  readonly attemptsLeft: number
  /** Null when no other code can be sent. */
  readonly canResendAt: Date | null
  readonly confirmedAt: Date | null
}

export class ReadFormEntry {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  execute({ group, entry: id, onAccountFound }: ReadFormEntryInput): Promise<FormEntryView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const form = await requireOpenForm(stores, group)
      onAccountFound?.(form.account.id)
      const entry = madeOn(form, await stores.formEntries.find(form.account.id, id))
      return {
        form: await optInFormOf(stores, form, now),
        state: formEntryStateOf(entry, now),
        phoneEnd: entry.phone.slice(-2),
        attemptsLeft: attemptsLeft(entry),
        canResendAt: canResendAt(entry, now),
        confirmedAt: entry.confirmedAt,
      }
    })
  }
}

/** The entry, locked until the unit of work ends. */
export async function requireLockedEntry({ formEntries }: Stores, form: OpenForm, id: FormEntryId): Promise<FormEntry> {
  return madeOn(form, await formEntries.lock(form.account.id, id))
}

/** An entry is found only through its own form. */
function madeOn({ group }: OpenForm, entry: FormEntry | null): FormEntry {
  if (entry === null || entry.group !== group.id) throw formNotFound()
  return entry
}
