import { allowedNumbers } from '../../model/accounts/destinations.js'
import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import { NO_TEXTS, withTexts, type Preview, type Sample } from '../../model/messages/preview.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { BroadcastId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { allowedSamples, renderSlice, type SliceDraft } from '../broadcasts/slice-texts.js'
import { checkAudience, checkBeginning, checkContent, checkParts, type ScheduleRequest } from './schedule-request.js'

export type PreviewScheduleInput = ScheduleRequest & { readonly idempotencyKey: string | null }

/** The maximum number of texts that are rendered and checked; all recipients are counted. */
export const PREVIEWED_MAX = 100_000

/**
 * Returns what a schedule would send if it were due now, and changes nothing: like `PreviewBroadcast`, for an audience.
 * Renders the texts chunk by chunk, each in a separate unit of work, so that every unit of work is short.
 */
export class PreviewSchedule {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly secrets: Secrets
    },
  ) {}

  async execute(request: PreviewScheduleInput): Promise<Preview> {
    const now = this.deps.clock.now()
    const { submitted, elsewhere, refused, first, available, isRepeat } = await this.deps.unitOfWork.run((stores) =>
      survey(stores, request, now),
    )
    const notOptedIn = refused['not-opted-in']
    const optedOut = refused['hard-opted-out']
    const open = submitted - elsewhere - notOptedIn - optedOut
    const accepted = isRepeat ? 0 : open
    const { contentBlocked, ...texts } = await this.texts(request, isRepeat ? [] : first, now)
    const dropped = { country: elsewhere, notOptedIn, optedOut, alreadySent: open - accepted, contentBlocked }
    return {
      recipients: { submitted, accepted: accepted - contentBlocked, dropped },
      credits: { required: times(BULK_PRICE, accepted), available },
      ...texts,
    }
  }

  private async texts({ account, timetable, body }: ScheduleRequest, phones: readonly PhoneNumber[], now: Date) {
    const id: BroadcastId = this.deps.ids.next('brc')
    let texts = NO_TEXTS
    let contentBlocked = 0
    for (let from = 0; from < phones.length; from += CHUNK_LENGTH_MAX) {
      const some = phones.slice(from, from + CHUNK_LENGTH_MAX)
      const messages = some.map((_, i) => messageIdAt(id, from + i))
      const bodies = some.map(() => body)
      const draft = { account, zone: timetable.timezone, messages, phones: some, bodies, now }
      const samples = await this.samplesOf(draft)
      texts = withTexts(texts, samples)
      contentBlocked += some.length - samples.length
    }
    return { ...texts, contentBlocked }
  }

  private async samplesOf(draft: SliceDraft): Promise<readonly Sample[]> {
    const { unitOfWork, secrets } = this.deps
    const { texts } = await unitOfWork.run((stores) => renderSlice(stores, secrets, draft))
    return allowedSamples(texts, draft.phones)
  }
}

/** Checks in the same order as the real request. */
async function survey(stores: Stores, request: PreviewScheduleInput, now: Date) {
  const { account, audience, timetable, idempotencyKey } = request
  const name = keyNameOf(account.id, 'schedule', idempotencyKey)
  const isRepeat = isInUse(name && (await stores.idempotencyKeys.find(name)), now)
  checkParts(request)
  await checkAudience(stores, account.id, audience)
  checkBeginning(timetable, now)
  await checkContent(stores, request)
  const { sms, mms } = await stores.credits.balance(account.id)
  const allowed = allowedNumbers(account.destinations)
  const surveyed = await stores.audiences.survey(account.id, audience, allowed)
  const first = await stores.audiences.first(account.id, audience, { allowed, limit: PREVIEWED_MAX })
  return { ...surveyed, first, available: { sms, mms }, isRepeat }
}
