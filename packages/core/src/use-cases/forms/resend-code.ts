import { CODES_PER_ENTRY_MAX, RESEND_AFTER_MS, formEntryStateOf, type FormEntry } from '../../model/forms/form-entry.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addCode, countRequest, type CodeOutcome, type CodeRequest, type FormDeps } from './form-code.js'
import { requireOpenForm, type OnAccountFound } from './opt-in-form.js'
import { requireLockedEntry } from './read-form-entry.js'
import { reportLimit } from './report-limit.js'

export type ResentCode =
  | { readonly kind: 'sent' }
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  | { readonly kind: 'spent' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'confirmed' }

/** Sends another code: the previous code becomes invalid, and the count of wrong codes starts over. */
export class ResendCode {
  constructor(private readonly deps: FormDeps) {}

  async execute({ group, entry, onAccountFound, onOutcome }: ResendCodeInput): Promise<ResentCode> {
    const { ids, clock, unitOfWork } = this.deps
    const fresh = { message: ids.next('msg'), eventId: ids.next('evt'), now: clock.now() } as const
    let phone: PhoneNumber | null = null
    const lockEntry = async (stores: Stores) => {
      const form = await requireOpenForm(stores, group)
      onAccountFound?.(form.account.id)
      const locked = await requireLockedEntry(stores, form, entry)
      phone = locked.phone
      return { form, locked, refusal: refusalOf(locked, fresh.now) }
    }
    try {
      await unitOfWork.run(async (stores) => {
        const { form, locked, refusal } = await lockEntry(stores)
        if (refusal === null) await countRequest(stores, this.deps, { ...locked, form, now: fresh.now })
      })
      const { resent, outcome } = await unitOfWork.run(async (stores): Promise<Handled> => {
        const { form, locked, refusal } = await lockEntry(stores)
        if (refusal !== null) return { resent: refusal, outcome: null }
        return { resent: { kind: 'sent' }, outcome: await this.resend(stores, locked, { form, ...fresh }) }
      })
      if (outcome !== null) onOutcome?.(outcome)
      return resent
    } catch (error) {
      // The visitor gets the refusal even if it cannot be reported.
      if (phone !== null) await reportLimit(this.deps, error, { group, phone }).catch(() => undefined)
      throw error
    }
  }

  private async resend(stores: Stores, entry: FormEntry, fresh: Resending): Promise<CodeOutcome> {
    const { phone, network } = entry
    // An entry whose first code was withheld, because of a limit or a bot, gets no later code either.
    const isSilent = entry.texts === 0
    // While a proof of work is required, the person starts again, with a proof.
    const outcome = await addCode(stores, this.deps, { ...fresh, phone, network, isSilent, workBits: 0 })
    const codeMessage = outcome.kind === 'sent' ? outcome.message : null
    await stores.formEntries.save({
      ...entry,
      codeMessage,
      codeAt: fresh.now,
      codes: entry.codes + 1,
      texts: entry.texts + (codeMessage === null ? 0 : 1),
      attempts: 0,
    })
    return outcome
  }
}

export type ResendCodeInput = {
  readonly group: GroupId
  readonly entry: FormEntryId
  readonly onAccountFound?: OnAccountFound
  /** Called with the outcome, which the visitor must not see: for metrics. */
  readonly onOutcome?: (outcome: CodeOutcome) => void
}

/** `outcome`: null if the code is refused, or was added by an earlier run. */
type Handled = { readonly resent: ResentCode; readonly outcome: CodeOutcome | null }

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
