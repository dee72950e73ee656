import type { Account } from '../../model/accounts/account.js'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import type { AskedAudience } from '../../model/schedules/audience.js'
import { invalidInput } from '../../values/errors.js'
import { enteredNumber } from '../../values/phone/entered-number.js'
import { notAPhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'

/** The recipients of a composed message: contacts at the time of the request, or numbers that a person entered. */
export type ComposedAudience = ContactAudience | { readonly kind: 'numbers'; readonly numbers: readonly string[] }

export type ContactAudience = Exclude<AskedAudience, { kind: 'list' }>

/** A broadcast as a person composed it. */
export type ComposedRequest = {
  readonly account: Account
  readonly audience: ComposedAudience
  readonly from: string
  /** `""` if there is only media, or a template. */
  readonly body: string
  readonly mediaUrl: string | null
  /** The id of a template to send in place of a body, as requested. `mediaUrl` replaces the template's media. */
  readonly template?: string | undefined
}

/** What a person entered, read as numbers. */
export type EnteredNumbers = {
  /** Each number once, in the order of their first entries. */
  readonly phones: readonly PhoneNumber[]
  readonly invalid: readonly EnteredFault[]
  /** The entries that repeat an earlier number. */
  readonly duplicates: number
}

/** An entry that is not a number. `index` counts from 0. */
export type EnteredFault = { readonly index: number; readonly message: string }

/**
 * Reads numbers as people write them, with spaces, dots, dashes and parentheses. Invalid entries and duplicates are left
 * out and reported: nobody repairs 50,000 pasted lines by hand.
 */
export function readNumbers(entries: readonly string[]): EnteredNumbers {
  const phones = new Set<PhoneNumber>()
  const invalid: EnteredFault[] = []
  let duplicates = 0
  for (const [index, entry] of entries.entries()) {
    const phone = enteredNumber(entry)
    if (phone === null) invalid.push({ index, message: notAPhoneNumber(entry) })
    else if (phones.has(phone)) duplicates++
    else phones.add(phone)
  }
  return { phones: [...phones], invalid, duplicates }
}

/** The recipients of a broadcast to entered numbers. Refuses an audience without a single number. */
export function recipientsFrom({ phones, invalid }: EnteredNumbers): Recipients {
  if (phones.length === 0) throw invalidInput('audience.numbers', `has no phone number: ${invalid[0]!.message}`)
  return { phones, keys: null, bodies: null, mediaUrls: null }
}
