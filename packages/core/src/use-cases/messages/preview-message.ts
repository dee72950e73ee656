import { usesSmartEncoding } from '../../model/accounts/account.js'
import { isAllowed } from '../../model/accounts/destinations.js'
import { refusalOf, type Consent } from '../../model/consent/consent.js'
import { FREE, priceOf } from '../../model/credits/price.js'
import { isInUse, keyNameOf, type IdempotencyKeyRecord } from '../../model/idempotency/key.js'
import {
  noTexts,
  NONE_CHOSEN,
  NONE_DROPPED,
  previewedTemplate,
  previewedText,
  withTexts,
  withVariants,
  type Dropped,
  type Preview,
  type PreviewedTemplate,
} from '../../model/messages/preview.js'
import { NO_COHORTS, windowsPreviewOf, withCohorts } from '../../model/windows/windows-preview.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { parsePhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { withSuppression } from '../opt-outs/suppression.js'
import { templateNotFound } from '../templates/read-templates.js'
import { fixHours } from '../windows/fix-hours.js'
import { cohortsOf } from '../windows/recipient-cohorts.js'
import { shownCaps } from '../frequency/preview-caps.js'
import { checkRequest, contentRefusal } from './check-send.js'
import { isBlocked } from '../templates/checked-renderer.js'
import { capReachedFor } from '../frequency/respect-caps.js'
import { knownLineType } from './landlines.js'
import { renderBody } from './render-body.js'
import type { SendMessageInput } from './send-message.js'
import { textOfTemplate, type ChosenTemplate } from './send-template.js'

/**
 * Returns what a single send would do, and changes nothing. A recipient without consent, or in a country that the
 * account may not text, is dropped, missing credits are shown, and the daily quota is not checked; but a request that
 * is invalid in itself is refused, even if its key was used, and so is a text that is not allowed once it is rendered,
 * unless its key was used or the account may not text the number. Links get a code that no message uses.
 */
export class PreviewMessage {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly secrets: Secrets
    },
  ) {}

  async execute(given: SendMessageInput): Promise<Preview> {
    const { clock, ids, secrets, unitOfWork } = this.deps
    const { account, idempotencyKey } = given
    const to = parsePhoneNumber(given.to)
    const name = keyNameOf(account.id, 'message', idempotencyKey)
    const now = clock.now()
    const message = ids.next('msg')
    const smartEncoding = usesSmartEncoding(given)
    return unitOfWork.run(async (stores) => {
      const input = await textOfTemplate(stores, given)
      if (input === null) throw templateNotFound(given.template!)
      const { body, mediaUrl, used } = input
      await checkRequest(stores, input)
      const key = name && (await stores.idempotencyKeys.find(name))
      const usedKey = isInUse(key, now) ? key : null
      const rendered = await renderBody(stores, secrets, { account, message, to, body, smartEncoding, now })
      const isElsewhere = !isAllowed(account.destinations, to)
      if (usedKey === null && !isElsewhere && isBlocked(rendered)) throw contentRefusal(rendered)
      const consent = await withSuppression(stores, { secrets }, await stores.consents.find(account.id, to))
      const refused = droppedOf(usedKey, isElsewhere, consent)
      const stops = await stopsOf(stores, given, { to, isOpen: !isAnyIn(refused), now })
      const dropped = { ...refused, ...stops.dropped }
      const { sms, mms } = await stores.credits.balance(account.id)
      const available = { sms, mms }
      if (isBlocked(rendered) || isAnyIn(dropped)) {
        // A message to a landline is accepted. Its credits are reserved until it fails.
        const required = dropped.landline === 1 ? priceOf({ mediaUrl }) : FREE
        return {
          recipients: { submitted: 1, accepted: 0, dropped },
          credits: { required, available },
          ...noTexts({ smartEncoding }),
          ...stops.caps,
          ...(used && { templates: [previewedOf(used, [])] }),
        }
      }
      return {
        recipients: { submitted: 1, accepted: 1, dropped },
        credits: { required: priceOf({ mediaUrl }), available },
        ...withTexts(noTexts({ smartEncoding }), [previewedText(to, rendered)]),
        ...stops.caps,
        ...(used && { templates: [previewedOf(used, [used.variant])] }),
        ...(await windowsOf(stores, given, to, now)),
      }
    })
  }
}

type Recipient = {
  readonly to: PhoneNumber
  /** Whether the request is new, and the recipient may be texted. */
  readonly isOpen: boolean
  readonly now: Date
}

type Stops = { readonly dropped: Partial<Dropped>; readonly caps: Pick<Preview, 'reachedCaps'> }

/** What stops a message to such a recipient: first a cap, if the request respects caps, then that the number is a landline. */
async function stopsOf(
  stores: Stores,
  { account, respectCaps = false }: SendMessageInput,
  { to, isOpen, now }: Recipient,
): Promise<Stops> {
  const { id, frequencyCaps, refuseLandlines } = account
  const respectsCaps = respectCaps && frequencyCaps.length > 0
  const reached = respectsCaps && isOpen ? await capReachedFor(stores, { account, to, now }) : null
  const isAsked = refuseLandlines && isOpen && reached === null
  const lineType = isAsked ? await knownLineType(stores, { account: id, phone: to, now }) : null
  return {
    dropped: {
      ...(refuseLandlines && { landline: lineType === 'landline' ? 1 : 0 }),
      ...(respectsCaps && { frequencyCapped: reached === null ? 0 : 1 }),
    },
    caps: respectsCaps ? shownCaps(frequencyCaps, reached === null ? [] : [reached.cap]) : {},
  }
}

function isAnyIn(dropped: Dropped): boolean {
  return Object.values(dropped).some((count) => count > 0)
}

/** For a message that respects windows. */
async function windowsOf(
  stores: Stores,
  { account, respectWindows = false }: SendMessageInput,
  to: PhoneNumber,
  now: Date,
): Promise<Pick<Preview, 'windows'>> {
  const hours = respectWindows ? await fixHours(stores, account) : null
  if (hours === null) return {}
  const cohorts = await cohortsOf(stores, hours, { account: account.id, phones: [to] })
  return { windows: windowsPreviewOf(hours, { counts: withCohorts(NO_COHORTS, cohorts.values()), sentAt: () => now }) }
}

function previewedOf({ template, isIgnored }: ChosenTemplate, variants: readonly (string | null)[]): PreviewedTemplate {
  const chosen = withVariants(NONE_CHOSEN, { variants, isIgnored })
  return previewedTemplate({ ...template, language: template.content.language }, chosen)
}

/** Checks in the same order as a real send: nothing else is checked if the key was used. */
function droppedOf(key: IdempotencyKeyRecord | null, isElsewhere: boolean, consent: Consent): Dropped {
  if (key !== null) return { ...NONE_DROPPED, alreadySent: 1 }
  if (isElsewhere) return { ...NONE_DROPPED, country: 1 }
  const refusal = refusalOf(consent)
  return {
    ...NONE_DROPPED,
    notOptedIn: refusal === 'not-opted-in' ? 1 : 0,
    optedOut: refusal === 'hard-opted-out' ? 1 : 0,
  }
}
