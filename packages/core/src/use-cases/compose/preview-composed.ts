import type { Dropped, Preview } from '../../model/messages/preview.js'
import { unknownTagsIn } from '../../model/templates/unknown-tags.js'
import { DEFAULT_SENDING_HOURS } from '../../model/windows/sending-windows.js'
import { smartTextOf } from '../../values/text/smart-encoding.js'
import { outsideGsm7, type OutsideGsm7 } from '../../values/text/text-segments.js'
import type { PreviewBroadcastForAudience } from '../broadcasts/preview-broadcast-for-audience.js'
import type { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import {
  readNumbers,
  recipientsFrom,
  type ComposedRequest,
  type ContactAudience,
  type EnteredFault,
} from './composed-request.js'

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

export type PreviewComposedInput = ComposedRequest & {
  /** It is sent at another time, so that the sending windows of now do not matter. */
  readonly isScheduled?: boolean | undefined
  /** When queued recipients fail; by default, as `defaultExpiry` says. What is scheduled has no expiry of its own. */
  readonly expiresAt?: Date | undefined
}

type PreviewRequest = Omit<PreviewComposedInput, 'isScheduled'>

/** Returns what a composed broadcast would do, and changes nothing. */
export class PreviewComposed {
  constructor(
    private readonly deps: {
      readonly previewBroadcast: PreviewBroadcast
      readonly previewBroadcastForAudience: PreviewBroadcastForAudience
    },
  ) {}

  async execute({ isScheduled = false, expiresAt, ...composed }: PreviewComposedInput): Promise<ComposedPreview> {
    const request = isScheduled ? withoutWindows(composed) : { ...composed, expiresAt }
    const { audience, body } = request
    const preview = await (audience.kind === 'numbers'
      ? this.ofNumbers(request, audience.numbers)
      : this.ofContacts(request, audience))
    return {
      ...preview,
      outsideGsm7: request.account.smartEncoding && smartTextOf(body) !== null ? [] : outsideGsm7(body, CHARACTERS_MAX),
      unknownTags: unknownTagsIn(body, TAGS_MAX),
    }
  }

  private async ofNumbers(request: PreviewRequest, numbers: readonly string[]) {
    const entered = readNumbers(numbers)
    const { invalid, duplicates } = entered
    const { previewBroadcast } = this.deps
    const input = { kind: 'broadcast', ...request, recipients: recipientsFrom(entered), idempotencyKey: null } as const
    const { recipients, ...preview } = await previewBroadcast.execute(input)
    const dropped = { ...recipients.dropped, invalid: invalid.length, duplicates }
    const faults = invalid.slice(0, FAULTS_MAX)
    return { ...preview, recipients: { ...recipients, submitted: numbers.length, dropped, faults } }
  }

  private async ofContacts(request: PreviewRequest, asked: ContactAudience) {
    const { previewBroadcastForAudience } = this.deps
    const input = { ...request, audience: asked, idempotencyKey: null }
    const { recipients, ...preview } = await previewBroadcastForAudience.execute(input)
    const dropped = { ...recipients.dropped, invalid: 0, duplicates: 0 }
    return { ...preview, recipients: { ...recipients, dropped, faults: [] } }
  }
}

function withoutWindows(request: ComposedRequest): ComposedRequest {
  return { ...request, account: { ...request.account, sendingHours: DEFAULT_SENDING_HOURS } }
}
