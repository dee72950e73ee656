import type { Account } from '../../model/accounts/account.js'
import type { Dropped, Preview } from '../../model/messages/preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { previewCaps } from '../frequency/preview-caps.js'
import { knownLandlines } from '../messages/landlines.js'
import { withoutLate, type WindowsAsked } from '../windows/preview-windows.js'

export type StopsPreview = {
  /** Those whose text would be written, in their order. */
  readonly open: readonly PhoneNumber[]
  /** Those that are counted in `dropped`. */
  readonly stopped: readonly PhoneNumber[]
  readonly dropped: Pick<Dropped, 'landline' | 'frequencyCapped'>
  readonly shown: Pick<Preview, 'reachedCaps'>
}

export type StopsAsked = {
  readonly account: Account
  /** Null without sending windows. */
  readonly windows: WindowsAsked | null
  readonly now: Date
}

/** Which of the accepted recipients dispatch would stop before it writes their texts, in the order of its checks. */
export async function previewStops(
  deps: { readonly unitOfWork: UnitOfWork },
  { account, windows, now }: StopsAsked,
  phones: readonly PhoneNumber[],
): Promise<StopsPreview> {
  const inTime = await withoutLate(deps, windows, phones)
  const landlines = await knownLandlines(deps, account, inTime, now)
  const others = landlines.size === 0 ? inTime : inTime.filter((phone) => !landlines.has(phone))
  const { open, capped, dropped, shown } = await previewCaps(deps, account, others, now)
  const landline = account.refuseLandlines ? { landline: landlines.size } : {}
  return { open, stopped: [...landlines, ...capped], dropped: { ...landline, ...dropped }, shown }
}
