import { messageIdAt } from '../broadcasts/broadcast.js'
import { CHUNK_LENGTH_MAX } from '../broadcasts/chunk.js'
import { renderSlice } from '../broadcasts/slice-texts.js'
import { BULK_PRICE, times } from '../credits/price.js'
import { isHeld, keyNameOf } from '../idempotency/key.js'
import { NO_TEXTS, withTexts, type Preview, type Sample, type TextsPreview } from '../messages/preview.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { BroadcastId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { checkAudience, checkBeginning, checkContent, checkParts, type ScheduleRequest } from './schedule-request.js'

export type PreviewScheduleInput = ScheduleRequest & { readonly idempotencyKey: string | null }

/**
 * Says what a schedule would send if its time were now, and does nothing: as `PreviewBroadcast`, for an audience. It is
 * read page by page, each in a unit of work of its own, so that its length does not matter.
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
    const { submitted, refused, available, isRepeat } = await this.deps.unitOfWork.run((stores) =>
      survey(stores, request, now),
    )
    const notOptedIn = refused['not-opted-in']
    const optedOut = refused['hard-opted-out']
    const open = submitted - notOptedIn - optedOut
    const accepted = isRepeat ? 0 : open
    return {
      recipients: { submitted, accepted, dropped: { notOptedIn, optedOut, alreadySent: open - accepted } },
      credits: { required: times(BULK_PRICE, accepted), available },
      ...(await this.texts(request, now)),
    }
  }

  private async texts(request: PreviewScheduleInput, now: Date) {
    const draft = { request, id: this.deps.ids.next('brc'), now }
    let texts = NO_TEXTS
    let after: PhoneNumber | null = null
    for (let position = 0; ; position += CHUNK_LENGTH_MAX) {
      const page = await this.page(draft, { after, position })
      texts = withTexts(texts, page)
      if (page.length < CHUNK_LENGTH_MAX) return texts.samples.length === 0 ? TO_NOBODY : texts
      after = page.at(-1)!.to as PhoneNumber
    }
  }

  private page({ request, id, now }: Draft, { after, position }: Place): Promise<readonly Sample[]> {
    const { unitOfWork, secrets } = this.deps
    const { account, audience, timetable, body } = request
    return unitOfWork.run(async (stores) => {
      const phones = await stores.audiences.page(account.id, audience, { after, limit: CHUNK_LENGTH_MAX })
      const messages = phones.map((_, i) => messageIdAt(id, position + i))
      const bodies = phones.map(() => body)
      const draft = { account, zone: timetable.timezone, messages, phones, bodies, now }
      const { texts } = await renderSlice(stores, secrets, draft)
      return texts.map(({ text, measure }, i) => ({ to: phones[i]!, body: text, ...measure }))
    })
  }
}

const TO_NOBODY: TextsPreview = { ...NO_TEXTS, segments: { min: 0, max: 0, total: 0 } }

type Draft = { readonly request: PreviewScheduleInput; readonly id: BroadcastId; readonly now: Date }
type Place = { readonly after: PhoneNumber | null; readonly position: number }

/** In the order in which the request would find out. */
async function survey(stores: Stores, request: PreviewScheduleInput, now: Date) {
  const { account, audience, timetable, idempotencyKey } = request
  const name = keyNameOf(account.id, 'schedule', idempotencyKey)
  const isRepeat = isHeld(name && (await stores.keys.find(name)), now)
  checkParts(request)
  await checkAudience(stores, account.id, audience)
  checkBeginning(timetable, now)
  await checkContent(stores, request)
  const { sms, mms } = await stores.credits.balance(account.id)
  return { ...(await stores.audiences.survey(account.id, audience)), available: { sms, mms }, isRepeat }
}
