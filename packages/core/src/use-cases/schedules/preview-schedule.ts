import { usesSmartEncoding } from '../../model/accounts/account.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import type { Preview } from '../../model/messages/preview.js'
import { nextOccurrence } from '../../model/schedules/occurrences.js'
import { sendTimesOf } from '../../model/schedules/send-times.js'
import type { Timetable } from '../../model/schedules/timetable.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { previewAudience } from '../broadcasts/preview-audience.js'
import type { PreviewTextsDeps } from '../broadcasts/preview-texts.js'
import { checkAudience } from '../audiences/check-audience.js'
import { checkBeginning, checkContent, checkParts, contentOf, type ScheduleRequest } from './schedule-request.js'

export type PreviewScheduleInput = ScheduleRequest & { readonly idempotencyKey: string | null }

/**
 * Returns what a schedule would send if it were due now, and changes nothing: like `PreviewBroadcast`, for an audience. Only
 * the sending windows are those at the time of its first send.
 */
export class PreviewSchedule {
  constructor(private readonly deps: PreviewTextsDeps & { readonly clock: Clock }) {}

  execute(request: PreviewScheduleInput): Promise<Preview> {
    const now = this.deps.clock.now()
    const zone = request.timetable.timezone
    const sentAt = sentAtOf(request.timetable, now)
    const draft = { ...request, zone, smartEncoding: usesSmartEncoding(request), now, sentAt }
    return previewAudience(this.deps, draft, (stores) => check(stores, request, now))
  }
}

/** When the first occurrence reaches the recipients of a zone; now, if there is none. */
function sentAtOf(timetable: Timetable, now: Date): (zone: TimeZone) => Date {
  const next = nextOccurrence(timetable, now)
  if (next === null) return () => now
  const times = sendTimesOf(timetable, next.wall)
  return (zone) => (times.find((time) => time.zone === zone) ?? times.at(0)!).at
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
