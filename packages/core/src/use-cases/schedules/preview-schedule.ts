import { usesSmartEncoding } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import { previewedTemplate, type Preview } from '../../model/messages/preview.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { previewTexts } from '../broadcasts/preview-texts.js'
import {
  checkAudience,
  checkBeginning,
  checkContent,
  checkParts,
  contentOf,
  type ScheduleRequest,
} from './schedule-request.js'

export type PreviewScheduleInput = ScheduleRequest & { readonly idempotencyKey: string | null }

/** The maximum number of texts that are rendered and checked; all recipients are counted. */
export const PREVIEWED_MAX = 100_000

/**
 * Returns what a schedule would send if it were due now, and changes nothing: like `PreviewBroadcast`, for an audience.
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
    const { account, timetable } = request
    const { template, content, submitted, elsewhere, refused, first, available, isRepeat } =
      await this.deps.unitOfWork.run((stores) => survey(stores, request, now))
    const notOptedIn = refused['not-opted-in']
    const optedOut = refused['hard-opted-out']
    const open = submitted - elsewhere - notOptedIn - optedOut
    const accepted = isRepeat ? 0 : open
    const { contentBlocked, chosen, ...texts } = await previewTexts(this.deps, {
      account,
      zone: timetable.timezone,
      content,
      smartEncoding: usesSmartEncoding(request),
      phones: isRepeat ? [] : first,
      now,
    })
    const dropped = { country: elsewhere, notOptedIn, optedOut, alreadySent: open - accepted, contentBlocked }
    return {
      recipients: { submitted, accepted: accepted - contentBlocked, dropped },
      credits: { required: times(BULK_PRICE, accepted), available },
      ...texts,
      ...(template && { templates: [previewedTemplate({ ...template, language: content.language }, chosen)] }),
    }
  }
}

/** Checks in the same order as the real request. */
async function survey(stores: Stores, request: PreviewScheduleInput, now: Date) {
  const { account, audience, timetable, idempotencyKey } = request
  const name = keyNameOf(account.id, 'schedule', idempotencyKey)
  const isRepeat = isInUse(name && (await stores.idempotencyKeys.find(name)), now)
  checkParts(request)
  await checkAudience(stores, account.id, audience)
  const { template, content } = await contentOf(stores, { ...request, isKept: false })
  checkBeginning(timetable, now)
  await checkContent(stores, { ...request, content })
  const { sms, mms } = await stores.credits.balance(account.id)
  const allowed = allowedNumbers(account.destinations)
  const surveyed = await stores.audiences.survey(account.id, audience, allowed)
  const first = await stores.audiences.first(account.id, audience, { allowed, limit: PREVIEWED_MAX })
  return { ...surveyed, template, content, first, available: { sms, mms }, isRepeat }
}
