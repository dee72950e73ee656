import { CODES_TO_NUMBER_IN_SERVICE_MAX, COUNTRY_SHARE, NETWORK_ADDRESSES } from '../../model/limits/form-limits.js'
import type { CodeTraffic } from '../../model/forms/code-traffic.js'
import type { UsageCounter, UsageName } from '../../model/limits/usage-counter.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { countryOfNumber } from '../../values/phone/country-of-number.js'
import { widerNetworkOf } from '../../values/text/network.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { formLimitsOf, type OpenForm } from './opt-in-form.js'

/** The form, the number and the network of a request for a code. */
export type CodeTarget = { readonly form: OpenForm; readonly phone: PhoneNumber; readonly network: string }

/** The counters of requests by address and network. Requests count even if they are refused. */
export function requestCounters({ form, network }: CodeTarget, secrets: Secrets): readonly UsageCounter[] {
  const max = formLimitsOf(form).addressPerHour
  return [
    counter('code-from-address', secrets.hash(network), max, HOUR_MS),
    counter('code-from-network', secrets.hash(widerNetworkOf(network)), max * NETWORK_ADDRESSES, HOUR_MS),
  ]
}

/** The counters of codes to the number. They refuse a code silently. */
export function numberCounters({ form, phone }: CodeTarget, secrets: Secrets): readonly UsageCounter[] {
  const { numberPerHour, numberPerDay } = formLimitsOf(form)
  const subject = secrets.pseudonymOf(form.account.id, phone)
  return [
    counter('code-to-number', subject, numberPerHour, HOUR_MS),
    counter('code-to-number', subject, numberPerDay, DAY_MS),
  ]
}

/** The counter of codes to the number from all accounts of the service. */
export function numberInServiceCounter({ phone }: Pick<CodeTarget, 'phone'>, secrets: Secrets): UsageCounter {
  const subject = secrets.pseudonymOf('service' as AccountId, phone)
  return counter('code-to-number-in-service', subject, CODES_TO_NUMBER_IN_SERVICE_MAX, DAY_MS)
}

/** The counters of codes to many numbers together. The country counts only for a prefix that is not known. */
export function formCounters(
  asked: CodeTarget,
  { isKnownPrefix }: { isKnownPrefix: boolean },
): readonly UsageCounter[] {
  const { prefixPerHour, perHour, perDay } = formLimitsOf(asked.form)
  const country = inForm(asked, countryOfNumber(asked.phone) ?? '')
  const ofCountry = [
    counter('code-to-country', country, Math.ceil(perHour * COUNTRY_SHARE), HOUR_MS),
    counter('code-to-country', country, Math.ceil(perDay * COUNTRY_SHARE), DAY_MS),
  ]
  return [
    prefixCounter(asked, prefixPerHour),
    counter('code-of-form', inForm(asked), perHour, HOUR_MS),
    counter('code-of-form', inForm(asked), perDay, DAY_MS),
    ...(isKnownPrefix ? [] : ofCountry),
  ]
}

/** The counters of codes that were entered correctly. They only count. */
export function enteredCounters(asked: Pick<CodeTarget, 'form' | 'phone'>): readonly UsageCounter[] {
  return [
    counter('code-entered', inForm(asked), Infinity, HOUR_MS),
    counter('code-entered-in-prefix', inForm(asked, prefixOf(asked.phone)), Infinity, HOUR_MS),
    counter('code-entered-in-prefix', inForm(asked, prefixOf(asked.phone)), Infinity, DAY_MS),
  ]
}

export type FormTraffic = {
  readonly ofForm: CodeTraffic
  /** The codes of the form in the last 24 hours. */
  readonly sentInDay: number
  readonly ofPrefix: CodeTraffic
  /** Whether a code was entered for a number of the prefix in the last 24 hours. */
  readonly isKnownPrefix: boolean
}

/** The codes of the form and of the prefix of the number, in the last hour if nothing else is said. */
export async function trafficOf(
  { usages }: Pick<Stores, 'usages'>,
  asked: Pick<CodeTarget, 'form' | 'phone'>,
  now: Date,
): Promise<FormTraffic> {
  const [entered, enteredInPrefix, enteredInPrefixToday] = enteredCounters(asked)
  const sent = counter('code-of-form', inForm(asked), Infinity, HOUR_MS)
  const sentToPrefix = prefixCounter(asked, Infinity)
  const sentInDay = counter('code-of-form', inForm(asked), Infinity, DAY_MS)
  const counters = [sent, entered!, sentToPrefix, enteredInPrefix!, enteredInPrefixToday!, sentInDay]
  const counts = await usages.counts(asked.form.account.id, counters, now)
  return {
    ofForm: { sent: counts[0]!, entered: counts[1]! },
    ofPrefix: { sent: counts[2]!, entered: counts[3]! },
    isKnownPrefix: counts[4]! > 0,
    sentInDay: counts[5]!,
  }
}

/** The number without its last four digits. */
export function prefixOf(phone: PhoneNumber): string {
  return phone.slice(0, -4)
}

function prefixCounter(asked: Pick<CodeTarget, 'form' | 'phone'>, max: number): UsageCounter {
  return counter('code-to-prefix', inForm(asked, prefixOf(asked.phone)), max, HOUR_MS)
}

/** A group with limits of its own is counted separately; the forms of all other groups are counted together. */
function inForm({ form: { group } }: Pick<CodeTarget, 'form'>, subject = ''): string {
  return group.formLimits === null ? subject : `${group.id} ${subject}`.trim()
}

function counter(name: UsageName, subject: string, max: number, withinMs: number): UsageCounter {
  return { name, subject, limit: { max, withinMs } }
}
