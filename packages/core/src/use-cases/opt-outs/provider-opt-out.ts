import { logEntryOf, type ConsentDeps, type ConsentLogEntry } from '../../model/consent/consent-log.js'
import type { ProviderOptOut } from '../../model/consent/consent.js'
import type { Stores } from '../../stores/unit-of-work.js'

/** The log entry when the provider first reports an opt-out of this number from this sender; null after that. */
export async function optOutEntry(
  { consents }: Pick<Stores, 'consents'>,
  deps: ConsentDeps,
  { account, phone, sender, at }: ProviderOptOut,
): Promise<ConsentLogEntry | null> {
  const known = await consents.providerOptOuts(account, phone)
  if (known.some((optOut) => optOut.sender === sender)) return null
  const change = { action: 'PROVIDER_OPT_OUT', reason: 'REFUSED_BY_PROVIDER' } as const
  return logEntryOf(deps, { contact: { account, phone }, group: null, change, by: 'PROVIDER', at })
}

/** Stores an entry of `optOutEntry`, and counts the opt-out. */
export async function logOptOut(
  { consentLog, statistics }: Pick<Stores, 'consentLog' | 'statistics'>,
  entry: ConsentLogEntry,
): Promise<void> {
  await consentLog.append([entry])
  await statistics.count(entry.account, [{ statistic: 'opt_out', detail: 'PROVIDER', at: entry.at, count: 1 }])
}
