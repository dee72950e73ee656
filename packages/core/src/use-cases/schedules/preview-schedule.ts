import { usesSmartEncoding } from '../../model/accounts/account.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import type { Preview } from '../../model/messages/preview.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { previewAudience } from '../broadcasts/preview-audience.js'
import type { PreviewTextsDeps } from '../broadcasts/preview-texts.js'
import { checkAudience } from '../audiences/check-audience.js'
import { checkBeginning, checkContent, checkParts, contentOf, type ScheduleRequest } from './schedule-request.js'

export type PreviewScheduleInput = ScheduleRequest & { readonly idempotencyKey: string | null }

/**
 * Returns what a schedule would send if it were due now, and changes nothing: like `PreviewBroadcast`, for an audience.
 */
export class PreviewSchedule {
  constructor(private readonly deps: PreviewTextsDeps & { readonly clock: Clock }) {}

  execute(request: PreviewScheduleInput): Promise<Preview> {
    const now = this.deps.clock.now()
    const zone = request.timetable.timezone
    const draft = { ...request, zone, smartEncoding: usesSmartEncoding(request), now }
    return previewAudience(this.deps, draft, (stores) => check(stores, request, now))
  }
}

/** Checks in the same order as the real request. */
async function check(stores: Stores, request: PreviewScheduleInput, now: Date) {
  const { account, audience, timetable, idempotencyKey } = request
  const name = keyNameOf(account.id, 'schedule', idempotencyKey)
  const isRepeat = isInUse(name && (await stores.idempotencyKeys.find(name)), now)
  checkParts(request)
  await checkAudience(stores, account.id, audience)
  const { template, content } = await contentOf(stores, { ...request, isKept: false })
  checkBeginning(timetable, now)
  await checkContent(stores, { ...request, content })
  return { content, template, isRepeat }
}
