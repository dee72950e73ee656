import type { CreditBalance } from '../../model/credits/ledger.js'
import { covers, SMS_PRICE } from '../../model/credits/price.js'
import type { CodesBy } from '../../model/forms/form-entry-store.js'
import { CODE_LIMITS, codeTextOf } from '../../model/forms/form-entry.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId, EventId, MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { optInSender } from '../consent/opt-in-text.js'
import { addServiceText } from '../messages/service-text.js'
import type { OpenForm } from './opt-in-form.js'

export type CodeRequest = {
  readonly form: OpenForm
  readonly phone: PhoneNumber
  readonly network: string
  /** If true, no code is texted, whatever the limits say. */
  readonly isSilent: boolean
  readonly message: MessageId
  readonly eventId: EventId
  readonly now: Date
}

/**
 * Adds the text with a code and returns its id, or null if the number must not be texted now. The person cannot tell
 * these cases apart: either way the same refusals apply, and none depends on what is known about the number. The first
 * check takes no locks, so that a request without a text blocks nobody. The second check runs with the credits locked,
 * so that two concurrent requests cannot exceed a limit together.
 */
export async function addCode(stores: Stores, request: CodeRequest): Promise<MessageId | null> {
  const { form, phone, message: id, eventId, now } = request
  const { account, group } = form
  const sender = await optInSender(stores, group)
  if (sender === null) throw codeNotSent()
  if (!(await isDue(stores, request, await stores.credits.balance(account.id)))) return null
  if (!(await isDue(stores, request, await stores.credits.lock(account.id)))) return null
  const body = codeTextOf(account)
  const text = { id, eventId, account: account.id, purpose: 'code', to: phone, sender, body, now } as const
  await addServiceText(stores, text)
  return id
}

/** Whether the number is to be texted. Throws the refusals that the person sees. */
async function isDue(stores: Stores, request: CodeRequest, balance: CreditBalance): Promise<boolean> {
  const { form, phone, network, isSilent, now } = request
  const account = form.account.id
  if (!covers(balance, SMS_PRICE)) throw codeNotSent()
  await refuseBeyond(stores, account, { by: { network }, limits: CODE_LIMITS.ofAddress, now })
  await refuseBeyond(stores, account, { by: 'account', limits: CODE_LIMITS.ofAccount, now })
  const reached = await reachedLimit(stores, account, { by: { phone }, limits: CODE_LIMITS.ofPhone, now })
  return !isSilent && reached === null
}

type Limit = { readonly max: number; readonly withinMs: number }
type Limited = { readonly by: CodesBy; readonly limits: readonly Limit[]; readonly now: Date }

async function refuseBeyond(stores: Stores, account: AccountId, limited: Limited): Promise<void> {
  const reached = await reachedLimit(stores, account, limited)
  if (reached === null) return
  const retryAfterSeconds = reached.withinMs / 1_000
  throw new DomainError('too-many-codes', 'Too many codes were requested: try again later', {
    retryAfterSeconds,
  })
}

async function reachedLimit(
  { formEntries }: Stores,
  account: AccountId,
  { by, limits, now }: Limited,
): Promise<Limit | null> {
  for (const limit of limits) {
    const codes = await formEntries.codesSince(account, by, addMs(now, -limit.withinMs))
    if (codes >= limit.max) return limit
  }
  return null
}

function codeNotSent(): DomainError {
  return new DomainError('code-not-sent', 'No code can be sent at the moment')
}
