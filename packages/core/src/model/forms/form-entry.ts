import type { AccountId, FormEntryId, GroupId, MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'

/**
 * What a person entered on an opt-in form, and whether the texted code was entered:
 *
 *     open --the right code--> confirmed
 *       |--another code is texted--> open
 *       |--its newest code expired--> expired
 *       `--too many wrong codes--> spent --another code is texted--> open
 *
 * Confirmed and expired are final. An entry is deleted a day after its newest code; by then the consent log has the
 * evidence.
 */
export type FormEntry = {
  readonly id: FormEntryId
  readonly account: AccountId
  readonly group: GroupId
  readonly phone: PhoneNumber
  /** The version of the consent text that was agreed to. */
  readonly version: number
  /** The client's address: as received, for evidence, and as a network, for the limits. */
  readonly address: string
  readonly network: string
  readonly agent: string | null
  readonly createdAt: Date
  /** The message with its newest code. Null if no code was sent, which is not revealed to the visitor. */
  readonly codeMessage: MessageId | null
  readonly codeAt: Date
  /** How many codes were requested. */
  readonly codes: number
  /** How many of the requested codes were texted. */
  readonly texts: number
  /** How many times the newest code was tried. */
  readonly attempts: number
  readonly confirmedAt: Date | null
}

export type FormEntryState = 'open' | 'confirmed' | 'expired' | 'spent'

export function formEntryStateOf({ confirmedAt, codeAt, attempts }: EntryProgress, now: Date): FormEntryState {
  if (confirmedAt !== null) return 'confirmed'
  if (now.getTime() >= codeAt.getTime() + CODE_LIFETIME_MS) return 'expired'
  return attempts >= CODE_ATTEMPTS_MAX ? 'spent' : 'open'
}

type EntryProgress = Pick<FormEntry, 'confirmedAt' | 'codeAt' | 'attempts'>

/** Null when no further code can be requested. */
export function canResendAt(entry: EntryProgress & Pick<FormEntry, 'codes'>, now: Date): Date | null {
  const state = formEntryStateOf(entry, now)
  if (state === 'confirmed' || state === 'expired' || entry.codes >= CODES_PER_ENTRY_MAX) return null
  return addMs(entry.codeAt, RESEND_AFTER_MS)
}

export function attemptsLeft({ attempts }: Pick<FormEntry, 'attempts'>): number {
  return Math.max(0, CODE_ATTEMPTS_MAX - attempts)
}

export const CODE_LIFETIME_MS = 10 * 60_000
export const CODE_ATTEMPTS_MAX = 5
export const CODES_PER_ENTRY_MAX = 3
/** The minimum time between two codes. */
export const RESEND_AFTER_MS = 30_000
/** How long an entry is kept after its newest code. */
export const FORM_ENTRY_KEPT_MS = DAY_MS

/** The placeholder that the code replaces at submission, so that the code is never stored or shown. */
const CODE_PLACE = '******'

export function codeTextOf({ name }: { readonly name: string }): string {
  return `${CODE_PLACE} is your code for texts from ${name}. It works for ${CODE_LIFETIME_MS / 60_000} minutes. If you did not ask for it, ignore this text.`
}

export function withCode(body: string, code: string): string {
  return body.startsWith(CODE_PLACE) ? code + body.slice(CODE_PLACE.length) : body
}
