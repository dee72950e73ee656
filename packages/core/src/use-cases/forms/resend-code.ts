import { CODES_PER_ENTRY_MAX, RESEND_AFTER_MS, formEntryStateOf, type FormEntry } from '../../model/forms/form-entry.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import { addCode, type CodeRequest } from './form-code.js'
import { requireOpenForm } from './opt-in-form.js'
import { requireLockedEntry } from './read-form-entry.js'

export type ResentCode =
  | { readonly kind: 'sent' }
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  | { readonly kind: 'spent' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'confirmed' }

/** Sends another code: the previous code becomes invalid, and the count of wrong codes starts over. */
export class ResendCode {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock; readonly ids: Ids }) {}

  execute({ group, entry }: { readonly group: GroupId; readonly entry: FormEntryId }): Promise<ResentCode> {
    const { ids, clock, unitOfWork } = this.deps
    const fresh = { message: ids.next('msg'), eventId: ids.next('evt'), now: clock.now() } as const
    return unitOfWork.run(async (stores) => {
      const form = await requireOpenForm(stores, group)
      const before = await requireLockedEntry(stores, form, entry)
      return refusalOf(before, fresh.now) ?? this.resend(stores, before, { form, ...fresh })
    })
  }

  private async resend(stores: Stores, entry: FormEntry, fresh: Resending): Promise<ResentCode> {
    const { phone, network } = entry
    // An entry whose first code was withheld, because of a limit or a bot, gets no later code either.
    const isSilent = entry.texts === 0
    const codeMessage = await addCode(stores, { ...fresh, phone, network, isSilent })
    await stores.formEntries.save({
      ...entry,
      codeMessage,
      codeAt: fresh.now,
      codes: entry.codes + 1,
      texts: entry.texts + (codeMessage === null ? 0 : 1),
      attempts: 0,
    })
    return { kind: 'sent' }
  }
}

type Resending = Pick<CodeRequest, 'form' | 'message' | 'eventId' | 'now'>

function refusalOf(entry: FormEntry, now: Date): ResentCode | null {
  const state = formEntryStateOf(entry, now)
  if (state === 'confirmed' || state === 'expired') return { kind: state }
  const waitMs = entry.codeAt.getTime() + RESEND_AFTER_MS - now.getTime()
  // The code was already added by this request, in a commit that was not acknowledged.
  if (waitMs === RESEND_AFTER_MS && entry.codes > 1) return { kind: 'sent' }
  if (entry.codes >= CODES_PER_ENTRY_MAX) return { kind: 'spent' }
  // A request that overtook this one may have read its clock later, so the wait may exceed `RESEND_AFTER_MS`.
  return waitMs > 0 ? { kind: 'too-soon', waitMs: Math.min(waitMs, RESEND_AFTER_MS) } : null
}
