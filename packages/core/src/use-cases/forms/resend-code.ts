import { CODES_PER_ENTRY_MAX, RESEND_AFTER_MS, formEntryStateOf, type FormEntry } from '../../model/forms/form-entry.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import { addCode, type AskedCode } from './form-code.js'
import { requireOpenForm } from './opt-in-form.js'
import { requireLockedEntry } from './read-form-entry.js'

export type ResentCode =
  | { readonly kind: 'sent' }
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  | { readonly kind: 'spent' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'confirmed' }

/** Has another code texted: the one before is wrong from then on, and the tries begin anew. */
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
    // Whom the first code was kept from, for a limit or as a machine, gets none by asking again.
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

type Resending = Pick<AskedCode, 'form' | 'message' | 'eventId' | 'now'>

function refusalOf(entry: FormEntry, now: Date): ResentCode | null {
  const state = formEntryStateOf(entry, now)
  if (state === 'confirmed' || state === 'expired') return { kind: state }
  const waitMs = entry.codeAt.getTime() + RESEND_AFTER_MS - now.getTime()
  // This very request, in a commit that went unacknowledged.
  if (waitMs === RESEND_AFTER_MS && entry.codes > 1) return { kind: 'sent' }
  if (entry.codes >= CODES_PER_ENTRY_MAX) return { kind: 'spent' }
  // The clock of this request may have been read before that of the request which overtook it.
  return waitMs > 0 ? { kind: 'too-soon', waitMs: Math.min(waitMs, RESEND_AFTER_MS) } : null
}
