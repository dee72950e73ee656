import { DomainError } from '../../values/errors.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { CreditAmounts, CreditBalance } from './ledger.js'

/** The price of a message, including the look-up of its carrier. */
export const SMS_PRICE: CreditAmounts = { sms: 2, mms: 0 }
export const MMS_PRICE: CreditAmounts = { sms: 2, mms: 1 }
/** The price for each recipient of a broadcast or batch, SMS or MMS: a message and a look-up of the carrier. */
export const BULK_PRICE: CreditAmounts = { sms: 2, mms: 0 }
/** The price without the look-up, for a recipient whose carrier is already known. */
export const BULK_PRICE_KNOWN: CreditAmounts = { sms: 1, mms: 0 }
/** How long the result of a look-up stays valid. */
export const LOOK_UP_WINDOW_MS = 30 * DAY_MS
/** The price of replies to STOP and HELP. */
export const FREE: CreditAmounts = { sms: 0, mms: 0 }

export function priceOf({ mediaUrl }: { readonly mediaUrl: string | null }): CreditAmounts {
  return mediaUrl === null ? SMS_PRICE : MMS_PRICE
}

export function times(amounts: CreditAmounts, count: number): CreditAmounts {
  return { sms: amounts.sms * count, mms: amounts.mms * count }
}

export function plus(one: CreditAmounts, other: CreditAmounts): CreditAmounts {
  return { sms: one.sms + other.sms, mms: one.mms + other.mms }
}

export function covers(balance: CreditBalance, cost: CreditAmounts): boolean {
  return balance.sms >= cost.sms && balance.mms >= cost.mms
}

export function insufficientCredits(required: CreditAmounts, { sms, mms }: CreditAmounts): DomainError {
  return new DomainError(
    'insufficient-credits',
    `This costs ${creditsText(required)}, but the account has ${creditsText({ sms, mms })}`,
    { required, available: { sms, mms } },
  )
}

/** The amounts in words, such as `2 SMS credits` or `2 SMS and 1 MMS credit`. */
export function creditsText({ sms, mms }: CreditAmounts): string {
  const credits = (mms || sms) === 1 ? 'credit' : 'credits'
  return mms === 0 ? `${sms} SMS ${credits}` : `${sms} SMS and ${mms} MMS ${credits}`
}
