import type { Account } from '../../model/accounts/account.js'
import type { FrequencyCap } from '../../model/frequency/frequency-cap.js'
import type { Dropped, PreviewedCap } from '../../model/messages/preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { cappedAmong } from './capped-among.js'

export type CapsPreview = {
  /** Those that no cap stops, in their order. */
  readonly open: readonly PhoneNumber[]
  /** The others. */
  readonly capped: ReadonlySet<PhoneNumber>
  readonly dropped: Pick<Dropped, 'frequencyCapped'>
  readonly shown: { readonly reachedCaps?: readonly PreviewedCap[] }
}

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

/** Which of the numbers the caps would stop now. Reads nothing for an account without caps. */
export async function previewCaps(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  { id: account, frequencyCaps: caps }: Pick<Account, 'id' | 'frequencyCaps'>,
  phones: readonly PhoneNumber[],
  now: Date,
): Promise<CapsPreview> {
  if (caps.length === 0) return { open: phones, capped: new Set(), dropped: {}, shown: {} }
  const reached = new Map<PhoneNumber, FrequencyCap>()
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = phones.slice(from, from + ASKED_TOGETHER)
    await unitOfWork.run(async (stores) => {
      const uses = await stores.frequencies.find(account, some)
      const found = await cappedAmong(stores, { account, caps, phones: some, uses, now })
      for (const [phone, [first]] of found) reached.set(phone, first)
    })
  }
  return {
    open: phones.filter((phone) => !reached.has(phone)),
    capped: new Set(reached.keys()),
    dropped: { frequencyCapped: reached.size },
    shown: shownCaps(caps, [...reached.values()]),
  }
}

/** Each cap that stops somebody, with how many it stops. */
export function shownCaps(
  caps: readonly FrequencyCap[],
  reached: readonly FrequencyCap[],
): { readonly reachedCaps: readonly PreviewedCap[] } {
  const counted = caps.map((cap) => ({ ...cap, recipients: reached.filter((one) => one === cap).length }))
  return { reachedCaps: counted.filter(({ recipients }) => recipients > 0) }
}
