import type { Account } from '../../model/accounts/account.js'
import { isAllowed, isAllowedToStrangers } from '../../model/accounts/destinations.js'
import { serviceTextCounters } from '../../model/limits/stranger-limits.js'
import type { UsageCounter, UsageName } from '../../model/limits/usage-counter.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { utcDayOf } from '../../values/time/wall-clock.js'

/** Why a text that no API key requested is not sent. */
export type TextLimit = UsageName | 'number-of-service' | 'destination' | 'daily-quota'

type StrangerText = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly now: Date
  /** The limits of this kind of text, besides those of all texts that no API key requested. */
  readonly counters: readonly UsageCounter[]
}

/** The limit that such a text would exceed now, or null. Counts nothing and takes no locks. */
export async function strangerTextLimit(stores: Stores, text: StrangerText): Promise<TextLimit | null> {
  const { account, phone, now } = text
  if (await isNumberOfService(stores, phone)) return 'number-of-service'
  if (!(await mayAnswer(stores, text))) return 'destination'
  const reached = await stores.usages.reached(account.id, countersOf(text), now)
  if (reached !== null) return reached.name
  return (await hasQuota(stores, account, now)) ? null : 'daily-quota'
}

/**
 * Counts one more such text, or returns the limit that it would exceed. Locks the counters and, with a quota, the
 * credits.
 */
export async function takeStrangerText(stores: Stores, text: StrangerText): Promise<TextLimit | null> {
  const { account, now } = text
  const limit = await strangerTextLimit(stores, text)
  if (limit !== null) return limit
  const reached = await stores.usages.take(account.id, countersOf(text), now)
  if (reached !== null) return reached.name
  return (await takeQuota(stores, account, now)) ? null : 'daily-quota'
}

function countersOf({ account, counters }: StrangerText): readonly UsageCounter[] {
  return [...counters, ...serviceTextCounters(account.serviceTexts)]
}

/** Whether an account of this service sends from the number: two accounts could reply to each other for ever. */
export async function isNumberOfService({ senders }: Pick<Stores, 'senders'>, phone: PhoneNumber): Promise<boolean> {
  return (await senders.owner(phone)) !== null
}

/**
 * Whether a person without an API key may cause a text to the number, by a form or by a text. Carriers share what a
 * text to some countries and numbers costs with their owners, who would otherwise ask for as many texts as they can.
 */
export async function mayStrangerCauseText(
  { senders }: Pick<Stores, 'senders'>,
  { id, destinations }: Account,
  phone: PhoneNumber,
): Promise<boolean> {
  return isAllowedToStrangers(destinations, { senders: await senders.of(id), phone })
}

/** Whether a text from the number may be answered: contacts are answered wherever the account may text. */
async function mayAnswer(
  stores: Pick<Stores, 'senders' | 'contacts'>,
  { account, phone }: Pick<StrangerText, 'account' | 'phone'>,
): Promise<boolean> {
  if (await mayStrangerCauseText(stores, account, phone)) return true
  if (!isAllowed(account.destinations, phone)) return false
  return (await stores.contacts.find(account.id, phone)) !== null
}

/** Whether the daily quota allows one more text. */
export async function hasQuota({ credits }: Pick<Stores, 'credits'>, account: Account, now: Date): Promise<boolean> {
  const { id, dailyMessageQuota: quota } = account
  return quota === null || (await credits.acceptedOn(id, utcDayOf(now))) < quota
}

/** Counts one more text, unless the daily quota is used up. */
export async function takeQuota({ credits }: Pick<Stores, 'credits'>, account: Account, now: Date): Promise<boolean> {
  if (account.dailyMessageQuota !== null) await credits.lock(account.id)
  if (!(await hasQuota({ credits }, account, now))) return false
  await credits.countAccepted(account.id, utcDayOf(now), 1)
  return true
}
