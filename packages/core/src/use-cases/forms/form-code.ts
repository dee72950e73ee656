import { covers, SMS_PRICE } from '../../model/credits/price.js'
import { isPausedPrefix, isPumped, workBitsOf } from '../../model/forms/code-traffic.js'
import { codeTextOf } from '../../model/forms/form-entry.js'
import { confirmationCounters, serviceTextCounters } from '../../model/limits/stranger-limits.js'
import type { ReachedLimit, UsageCounter } from '../../model/limits/usage-counter.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { EventId, MessageId } from '../../values/ids.js'
import { optInSender } from '../consent/opt-in-text.js'
import {
  hasQuota,
  isNumberOfService,
  mayStrangerCauseText,
  takeQuota,
  type TextLimit,
} from '../limits/stranger-text.js'
import { addServiceText } from '../messages/service-text.js'
import {
  formCounters,
  numberCounters,
  numberInServiceCounter,
  requestCounters,
  trafficOf,
  type CodeTarget,
} from './code-counters.js'
import {
  codeNotSent,
  numberNotServed,
  prefixPaused,
  proofRequired,
  quotaUsedUp,
  tooManyCodes,
} from './code-refusals.js'

/** The dependencies of the requests for codes. */
export type FormDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

export type CodeRequest = CodeTarget & {
  /** If true, no code is texted, whatever the limits say. */
  readonly isSilent: boolean
  /** The proof of work that came with the request, in bits. */
  readonly workBits: number
  readonly message: MessageId
  readonly eventId: EventId
  readonly now: Date
}

/** What became of a request for a code. The visitor cannot distinguish these cases. */
export type CodeOutcome =
  | { readonly kind: 'sent'; readonly message: MessageId }
  | { readonly kind: 'withheld'; readonly because: TextLimit | 'bot' }

/**
 * Adds the text with a code, unless a limit is reached. A limit of the number itself withholds the code silently,
 * because the response must not show what is known about the number; every other limit is an error. The first check
 * takes no locks, so that a request without a text blocks nobody. The second check locks the counters and the credits,
 * so that concurrent requests cannot exceed a limit together. The caller counts the request before, by `countRequest`.
 */
export async function addCode(
  stores: Stores,
  { secrets }: { readonly secrets: Secrets },
  request: CodeRequest,
): Promise<CodeOutcome> {
  const { form, phone, isSilent, message: id, eventId, now } = request
  const { account, group } = form
  const { usages, credits } = stores
  const sender = await optInSender(stores, group)
  if (sender === null) throw codeNotSent()
  if (!(await mayStrangerCauseText(stores, account, phone))) throw numberNotServed(phone, account.destinations)
  if (!covers(await credits.balance(account.id), SMS_PRICE)) throw codeNotSent()
  if (!(await hasQuota(stores, account, now))) throw quotaUsedUp()

  const counters = await codeCounters(stores, secrets, request)
  const inService = [numberInServiceCounter(request, secrets)]
  const found =
    numberLimit(await usages.reached(account.id, counters, now), now) ??
    (await usages.reached('service', inService, now))
  if (isSilent) return { kind: 'withheld', because: 'bot' }
  if (await isNumberOfService(stores, phone)) return { kind: 'withheld', because: 'number-of-service' }
  if (found !== null) return { kind: 'withheld', because: found.name }

  const reached =
    numberLimit(await takeCode(stores, request, counters), now) ?? (await usages.take('service', inService, now))
  if (reached !== null) return { kind: 'withheld', because: reached.name }
  if (!covers(await credits.lock(account.id), SMS_PRICE)) throw codeNotSent()
  if (!(await takeQuota(stores, account, now))) throw quotaUsedUp()
  const text = { id, eventId, account: account.id, purpose: 'code', to: phone, sender, now } as const
  await addServiceText(stores, { ...text, body: codeTextOf(account) })
  return { kind: 'sent', message: id }
}

/**
 * Counts the request by its address and its network, or throws if one of them made too many. Runs in a unit of work of
 * its own, so that a request that is refused later still counts.
 */
export async function countRequest(
  { usages }: Stores,
  { secrets }: { readonly secrets: Secrets },
  request: CodeTarget & { readonly now: Date },
): Promise<void> {
  const { form, now } = request
  const counters = requestCounters(request, secrets)
  const reached =
    (await usages.reached(form.account.id, counters, now)) ?? (await usages.take(form.account.id, counters, now))
  if (reached !== null) throw tooManyCodes(reached, now)
}

/**
 * Counts the code. If a concurrent request has asked the number to confirm since the first check, this code does not
 * count as another request.
 */
async function takeCode(
  { usages }: Stores,
  { form: { account }, now }: CodeRequest,
  counters: readonly UsageCounter[],
): Promise<ReachedLimit | null> {
  const reached = await usages.take(account.id, counters, now)
  if (reached?.name !== 'confirmation') return reached
  return usages.take(
    account.id,
    counters.filter(({ name }) => name !== 'confirmation'),
    now,
  )
}

/** The counters of one more code. Throws if most codes are not entered and this request would add another. */
async function codeCounters(stores: Stores, secrets: Secrets, request: CodeRequest): Promise<readonly UsageCounter[]> {
  const { form, workBits, now } = request
  const { ofForm, ofPrefix, isKnownPrefix } = await trafficOf(stores, request, now)
  if (isPumped(ofForm)) {
    if (isPausedPrefix(ofPrefix)) throw prefixPaused()
    const bits = workBitsOf(ofForm)
    if (workBits < bits) throw proofRequired({ bits, workBits })
  }
  return [
    ...numberCounters(request, secrets),
    ...(await confirmationCountersOfCode(stores, secrets, request)),
    ...formCounters(request, { isKnownPrefix }),
    ...serviceTextCounters(form.account.serviceTexts),
  ]
}

/** A number that was asked to confirm in the last 24 hours, in any way, still gets codes; they do not count as another request. */
async function confirmationCountersOfCode(
  { usages }: Stores,
  secrets: Secrets,
  { form: { account }, phone, now }: CodeRequest,
): Promise<readonly UsageCounter[]> {
  const counters = confirmationCounters(secrets.pseudonymOf(account.id, phone))
  const [today = 0] = await usages.counts(account.id, counters.slice(0, 1), now)
  return today === 0 ? counters : []
}

/** The limit if it belongs to the number itself. Throws any other limit, which the visitor sees. */
function numberLimit(reached: ReachedLimit | null, now: Date): ReachedLimit | null {
  if (reached === null || reached.name === 'code-to-number' || reached.name === 'confirmation') return reached
  throw tooManyCodes(reached, now)
}
