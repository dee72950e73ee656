import { noConsent, type Consent, type Refusal } from '../../model/consent/consent.js'
import type { Pseudonym, Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/*
 * Erasing a number deletes its consent, except for a hard opt-out, which is kept by pseudonym. When the number
 * comes back, its opt-out is restored in the consent before anything else is done. In accounts without suppressions
 * this costs one short query, and only for numbers without a consent.
 */

/** The consent of a number, locked until the unit of work ends, for callers that change it. */
export async function lockConsent(
  stores: ConsentStores,
  deps: SuppressionDeps,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Consent> {
  return (await lockConsents(stores, deps, account, [phone])).get(phone)!
}

/** Like `lockConsent`, for several numbers. */
export async function lockConsents(
  stores: ConsentStores,
  deps: SuppressionDeps,
  account: AccountId,
  phones: readonly PhoneNumber[],
): Promise<ReadonlyMap<PhoneNumber, Consent>> {
  const locked = await stores.consents.lock(account, phones)
  const blank = phones.filter((phone) => isBlankConsent(locked.get(phone)!))
  return new Map([...locked, ...(await restoreSuppressed(stores, deps, account, blank))])
}

/** For locked numbers with blank consents: restores the suppressed opt-outs and returns those consents as saved. */
export async function restoreSuppressed(
  stores: ConsentStores,
  deps: SuppressionDeps,
  account: AccountId,
  phones: readonly PhoneNumber[],
): Promise<ReadonlyMap<PhoneNumber, Consent>> {
  const suppressed = await suppressedAmong(stores, deps, account, phones)
  if (suppressed.size === 0) return new Map()
  const recalled = new Map<PhoneNumber, Consent>()
  for (const [phone, { optedOutAt }] of suppressed) recalled.set(phone, { ...noConsent(account, phone), optedOutAt })
  await stores.consents.save([...recalled.values()])
  await stores.consents.unsuppress(
    account,
    [...suppressed.values()].map(({ subject }) => subject),
  )
  return recalled
}

/** For callers that have not locked the number: locks it only if it has an opt-out to restore. */
export async function restoreSuppressedOfNew(
  stores: ConsentStores,
  deps: SuppressionDeps,
  { account, phone }: Pick<Consent, 'account' | 'phone'>,
): Promise<void> {
  const suppressed = await suppressedAmong(stores, deps, account, [phone])
  if (suppressed.size > 0) await lockConsent(stores, deps, account, phone)
}

/** The consent as found, or with the suppressed opt-out of its number. Takes no lock and changes nothing. */
export async function withSuppression(
  stores: ConsentStores,
  deps: SuppressionDeps,
  consent: Consent,
): Promise<Consent> {
  if (!isBlankConsent(consent)) return consent
  const { account, phone } = consent
  const suppressed = (await suppressedAmong(stores, deps, account, [phone])).get(phone)
  return suppressed === undefined ? consent : { ...consent, optedOutAt: suppressed.optedOutAt }
}

type Refused = {
  readonly account: AccountId
  readonly phones: readonly PhoneNumber[]
  /** By the position in `phones`. */
  readonly refused: ReadonlyMap<number, Refusal>
}

/** The refusals as found, but `hard-opted-out` for a number with a suppressed opt-out. Takes no lock. */
export async function refusedWithSuppression(
  stores: ConsentStores,
  deps: SuppressionDeps,
  { account, phones, refused }: Refused,
): Promise<ReadonlyMap<number, Refusal>> {
  const unknown = [...refused].flatMap(([position, refusal]) => (refusal === 'not-opted-in' ? phones[position]! : []))
  const suppressed = await suppressedAmong(stores, deps, account, unknown)
  if (suppressed.size === 0) return refused
  const isSuppressed = (position: number) => suppressed.has(phones[position]!)
  return new Map(
    [...refused].map(([position, refusal]) => [position, isSuppressed(position) ? 'hard-opted-out' : refusal]),
  )
}

type SuppressionDeps = { readonly secrets: Secrets }
type ConsentStores = Pick<Stores, 'consents'>

export function isBlankConsent({ optedOutAt, activeGroups }: Consent): boolean {
  return optedOutAt === null && activeGroups === 0
}

type Suppressed = { readonly subject: Pseudonym; readonly optedOutAt: Date }

/** Computes pseudonyms only if the account has suppressions, in batches, so that other work can run in between. */
async function suppressedAmong(
  { consents }: ConsentStores,
  { secrets }: SuppressionDeps,
  account: AccountId,
  phones: readonly PhoneNumber[],
): Promise<ReadonlyMap<PhoneNumber, Suppressed>> {
  const suppressed = new Map<PhoneNumber, Suppressed>()
  if (phones.length === 0 || !(await consents.hasSuppressed(account))) return suppressed
  for (let from = 0; from < phones.length; from += BATCH_SIZE) {
    const phoneOf = new Map<Pseudonym, PhoneNumber>()
    for (const phone of phones.slice(from, from + BATCH_SIZE)) phoneOf.set(secrets.pseudonymOf(account, phone), phone)
    for (const [subject, optedOutAt] of await consents.suppressed(account, [...phoneOf.keys()])) {
      suppressed.set(phoneOf.get(subject)!, { subject, optedOutAt })
    }
  }
  return suppressed
}

/** The number of pseudonyms computed at a time: equal to the number of rows that an import stores at once. */
const BATCH_SIZE = 2_000
