import { usesSmartEncoding } from '../../model/accounts/account.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import type { Preview } from '../../model/messages/preview.js'
import { parseAudience } from '../../model/schedules/audience.js'
import { checkTexts } from '../../model/templates/check-body.js'
import { hasMedia } from '../../model/templates/template-content.js'
import type { Clock } from '../../ports/runtime.js'
import { checkFrom } from '../senders/check-from.js'
import { checkAudience } from '../audiences/check-audience.js'
import { withTemplate } from './accept-for-audience.js'
import { termsOf } from './broadcast-terms.js'
import { contentOf } from './bulk-templates.js'
import { previewAudience } from './preview-audience.js'
import type { PreviewTextsDeps } from './preview-texts.js'
import type { StartForAudienceInput } from './start-broadcast.js'

/** Returns what a broadcast to an audience would do, and changes nothing. */
export class PreviewBroadcastForAudience {
  constructor(private readonly deps: PreviewTextsDeps & { readonly clock: Clock }) {}

  execute(request: StartForAudienceInput): Promise<Preview> {
    const { account, from, idempotencyKey, expiresAt } = request
    const now = this.deps.clock.now()
    const audience = parseAudience(request.audience)
    termsOf(request, { now })
    const smartEncoding = usesSmartEncoding(request)
    const draft = { account, audience, zone: account.timezone, smartEncoding, now, expiresAt }
    return previewAudience(this.deps, draft, async (stores) => {
      const name = keyNameOf(account.id, 'broadcast', idempotencyKey)
      const isRepeat = isInUse(name && (await stores.idempotencyKeys.find(name)), now)
      await checkAudience(stores, account.id, audience)
      const { used, ...text } = await withTemplate(stores, request)
      const content = contentOf({ ...text, used })
      await checkFrom(stores, account, { from, hasMedia: hasMedia(content) })
      checkTexts(content, account.compliance, { smartEncoding })
      return { content, template: used ?? null, isRepeat }
    })
  }
}
