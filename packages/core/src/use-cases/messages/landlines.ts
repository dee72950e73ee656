import type { Account } from '../../model/accounts/account.js'
import { LOOK_UP_WINDOW_MS } from '../../model/credits/price.js'
import { FAILURES } from '../../model/messages/failures.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { CarrierDirectory, LineType } from '../../ports/carriers.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'

/**
 * The failure of a message to a number that is known to be a landline, if the account refuses landlines. The texts that
 * the service sends by itself are not refused.
 */
export async function landlineStopOf(stores: Stores, message: Message, now: Date): Promise<MessageFailure | null> {
  const { account, purpose, to } = message
  if (purpose !== 'message' || !(await refusesLandlines(stores, account))) return null
  const lineType = await knownLineType(stores, { account, phone: to as PhoneNumber, now })
  return lineType === 'landline' ? FAILURES.landline : null
}

export async function refusesLandlines({ accounts }: Pick<Stores, 'accounts'>, account: AccountId): Promise<boolean> {
  return (await accounts.find(account))?.refuseLandlines ?? false
}

/** The line type that a recent look-up of the account found; null if there is none. Makes no look-up. */
export async function knownLineType(
  { carriers }: Pick<Stores, 'carriers'>,
  { account, phone, now }: NumberOfAccount,
): Promise<LineType | null> {
  const lineTypes = await carriers.known(account, [phone], knownSince(now))
  return lineTypes.get(phone) ?? null
}

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

/**
 * Which of the numbers recent look-ups found to be landlines. Makes no look-up: they cost credits. Reads nothing for an
 * account that texts landlines.
 */
export async function knownLandlines(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  { id: account, refuseLandlines }: Pick<Account, 'id' | 'refuseLandlines'>,
  phones: readonly PhoneNumber[],
  now: Date,
): Promise<ReadonlySet<PhoneNumber>> {
  const landlines = new Set<PhoneNumber>()
  if (!refuseLandlines) return landlines
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = phones.slice(from, from + ASKED_TOGETHER)
    const lineTypes = await unitOfWork.run(({ carriers }) => carriers.known(account, some, knownSince(now)))
    for (const [phone, lineType] of lineTypes) if (lineType === 'landline') landlines.add(phone)
  }
  return landlines
}

/** Older look-ups do not count. */
export function knownSince(now: Date): Date {
  return addMs(now, -LOOK_UP_WINDOW_MS)
}

/** Looks the number up, and remembers what was found. */
export async function lookUpLine(deps: LookUpDeps, { account, phone, now }: NumberOfAccount): Promise<void> {
  const [carrier] = await deps.directory.lookUp([phone], { deadlineMs: LOOK_UP_DEADLINE_MS })
  if (carrier == null) return
  await deps.unitOfWork.run(({ carriers }) => carriers.save(account, [{ phone, carrier, at: now }]))
}

export const LOOK_UP_DEADLINE_MS = 2_000

export type LookUpDeps = { readonly unitOfWork: UnitOfWork; readonly directory: CarrierDirectory }

type NumberOfAccount = { readonly account: AccountId; readonly phone: PhoneNumber; readonly now: Date }
