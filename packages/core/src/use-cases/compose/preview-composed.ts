import { usesSmartEncoding } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import type { Dropped, Preview } from '../../model/messages/preview.js'
import type { Audience } from '../../model/schedules/audience.js'
import { checkBody } from '../../model/templates/check-body.js'
import { unknownTagsIn } from '../../model/templates/unknown-tags.js'
import type { Clock } from '../../ports/runtime.js'
import { smartTextOf } from '../../values/text/smart-encoding.js'
import { outsideGsm7, type OutsideGsm7 } from '../../values/text/text-segments.js'
import type { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import { previewTexts, type PreviewTextsDeps } from '../broadcasts/preview-texts.js'
import { checkSender } from '../messages/check-send.js'
import { PREVIEWED_MAX } from '../schedules/preview-schedule.js'
import { checkAudience } from '../schedules/schedule-request.js'
import { groupsOf, readNumbers, recipientsFrom, type ComposedRequest, type EnteredFault } from './composed-request.js'

export type ComposedPreview = Omit<Preview, 'recipients'> & {
  readonly recipients: {
    readonly submitted: number
    readonly accepted: number
    readonly dropped: Dropped & { readonly invalid: number; readonly duplicates: number }
    /** The first entries that are not numbers. */
    readonly faults: readonly EnteredFault[]
  }
  /** The first characters of the body, before its merge tags are filled in, that make it UCS-2 as it is sent. */
  readonly outsideGsm7: readonly OutsideGsm7[]
  /** What looks like a merge tag and is sent as it is. */
  readonly unknownTags: readonly string[]
}

const FAULTS_MAX = 100
const CHARACTERS_MAX = 100
const TAGS_MAX = 20

/** Returns what a composed broadcast would do, and changes nothing. */
export class PreviewComposed {
  constructor(
    private readonly deps: PreviewTextsDeps & { readonly clock: Clock; readonly previewBroadcast: PreviewBroadcast },
  ) {}

  async execute(request: ComposedRequest): Promise<ComposedPreview> {
    const { audience, body } = request
    const preview = await (audience.kind === 'groups'
      ? this.ofGroups(request, groupsOf(audience))
      : this.ofNumbers(request, audience.numbers))
    return {
      ...preview,
      outsideGsm7: request.account.smartEncoding && smartTextOf(body) !== null ? [] : outsideGsm7(body, CHARACTERS_MAX),
      unknownTags: unknownTagsIn(body, TAGS_MAX),
    }
  }

  private async ofNumbers(request: ComposedRequest, numbers: readonly string[]) {
    const entered = readNumbers(numbers)
    const { invalid, duplicates } = entered
    const { previewBroadcast } = this.deps
    const input = { kind: 'broadcast', ...request, recipients: recipientsFrom(entered), idempotencyKey: null } as const
    const { recipients, ...preview } = await previewBroadcast.execute(input)
    const dropped = { ...recipients.dropped, invalid: invalid.length, duplicates }
    const faults = invalid.slice(0, FAULTS_MAX)
    return { ...preview, recipients: { ...recipients, submitted: numbers.length, dropped, faults } }
  }

  private async ofGroups(request: ComposedRequest, groups: Audience) {
    const { account, body } = request
    const { submitted, elsewhere, refused, first, available } = await this.survey(request, groups)
    const zone = account.timezone
    const smartEncoding = usesSmartEncoding(request)
    const content = { body, mediaUrl: request.mediaUrl, language: null }
    const draft = { account, zone, content, smartEncoding, phones: first, now: this.deps.clock.now() }
    const { contentBlocked, chosen: _, ...texts } = await previewTexts(this.deps, draft)
    const notOptedIn = refused['not-opted-in']
    const optedOut = refused['hard-opted-out']
    const open = submitted - elsewhere - notOptedIn - optedOut
    const dropped = {
      country: elsewhere,
      notOptedIn,
      optedOut,
      alreadySent: 0,
      contentBlocked,
      invalid: 0,
      duplicates: 0,
    }
    return {
      recipients: { submitted, accepted: open - contentBlocked, dropped, faults: [] },
      credits: { required: times(BULK_PRICE, open), available },
      ...texts,
    }
  }

  private survey({ account, from, body, mediaUrl }: ComposedRequest, groups: Audience) {
    const allowed = allowedNumbers(account.destinations)
    return this.deps.unitOfWork.run(async (stores) => {
      checkSender(await stores.senders.find(account.id, from), { from, hasMedia: mediaUrl !== null })
      checkBody(body, account.compliance, account)
      await checkAudience(stores, account.id, groups)
      const { sms, mms } = await stores.credits.balance(account.id)
      const surveyed = await stores.audiences.survey(account.id, groups, allowed)
      const first = await stores.audiences.first(account.id, groups, { allowed, limit: PREVIEWED_MAX })
      return { ...surveyed, first, available: { sms, mms } }
    })
  }
}
