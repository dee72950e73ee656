import { confirmationCounters } from '../../model/limits/stranger-limits.js'
import type { ReachedLimit, UsageCounter } from '../../model/limits/usage-counter.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'

/*
 * A number that has not answered a request to confirm is not asked again for a day, and at most three times in 30 days,
 * whatever was deleted or erased in between. YES, STOP and a code that was entered are answers.
 */

type AccountNumber = { readonly account: AccountId; readonly phone: PhoneNumber }
type ConfirmationRequest = AccountNumber & { readonly now: Date }
type Deps = { readonly secrets: Secrets }

/** The counters of another request to confirm. Requests that did not reach the number do not count. */
export async function confirmationCountersOf(
  stores: Stores,
  { secrets }: Deps,
  request: ConfirmationRequest,
): Promise<readonly UsageCounter[]> {
  const counters = confirmationCounters(secrets.pseudonymOf(request.account, request.phone))
  const reached = await stores.usages.reached(request.account, counters, request.now)
  return reached === null ? counters : ignoringFailed(stores, request, counters)
}

/** Counts a request to confirm by a client, or throws the refusal. Locks the counters. */
export async function takeConfirmation(stores: Stores, deps: Deps, request: ConfirmationRequest): Promise<void> {
  const counters = await confirmationCountersOf(stores, deps, request)
  const reached = await stores.usages.take(request.account, counters, request.now)
  if (reached !== null) throw tooManyConfirmations(reached, request.now)
}

/** For numbers that have answered. */
export async function forgetConfirmations(
  stores: Stores,
  { secrets }: Deps,
  { account, phones }: { readonly account: AccountId; readonly phones: readonly PhoneNumber[] },
): Promise<void> {
  await stores.usages.reset(
    account,
    phones.flatMap((phone) => confirmationCounters(secrets.pseudonymOf(account, phone))),
  )
}

async function ignoringFailed(
  { messages }: Stores,
  { account, phone, now }: ConfirmationRequest,
  counters: readonly UsageCounter[],
): Promise<readonly UsageCounter[]> {
  const createdFrom = addMs(now, -30 * DAY_MS)
  const query = {
    direction: 'outbound',
    to: phone,
    from: null,
    status: 'failed',
    createdFrom,
    createdTo: null,
  } as const
  const { results } = await messages.list(account, { ...query, page: 1, limit: 100 })
  const failed = results.filter(
    ({ purpose, failure }) => purpose === 'confirmation' && !STILL_COUNTS.includes(failure?.type ?? ''),
  )
  const except = failed.map(({ createdAt }) => createdAt.getTime())
  return counters.map((counter) => ({ ...counter, except }))
}

/** Failures after which the number may have been asked, or which were never counted. */
const STILL_COUNTS: readonly string[] = ['unknown_outcome', 'insufficient_credits']

function tooManyConfirmations({ limit: { max, withinMs }, freeAt }: ReachedLimit, now: Date): DomainError {
  const period = withinMs === DAY_MS ? '24 hours' : `${withinMs / DAY_MS} days`
  return new DomainError(
    'too-many-confirmations',
    `The number was asked to confirm ${max === 1 ? 'once' : `${max} times`} in the last ${period} and has not answered: ` +
      `it can be asked again at ${freeAt.toISOString()}`,
    {
      asked: max,
      withinDays: withinMs / DAY_MS,
      retryAfterSeconds: Math.ceil((freeAt.getTime() - now.getTime()) / 1_000),
    },
  )
}
