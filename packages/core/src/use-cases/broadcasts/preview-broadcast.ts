import { usesSmartEncoding } from '../../model/accounts/account.js'
import { notAllowedAmong } from '../../model/accounts/destinations.js'
import { prefixOf } from '../../model/broadcasts/broadcast.js'
import { chunksOf, type Chunk } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { usedAmong, without, type Recipients } from '../../model/broadcasts/recipients.js'
import type { Refusal } from '../../model/consent/consent.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import { isInUse, keyNameOf } from '../../model/idempotency/key.js'
import {
  noTexts,
  NONE_DROPPED,
  NONE_CHOSEN,
  previewedTemplate,
  withTexts,
  withVariants,
  type Dropped,
  type Preview,
} from '../../model/messages/preview.js'
import { refOf, type TemplateRef } from '../../model/templates/template-content.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { checkFrom } from '../senders/check-from.js'
import { refusedWithSuppression } from '../opt-outs/suppression.js'
import { chooseTexts } from '../templates/choose-texts.js'
import { countCohorts } from '../windows/count-cohorts.js'
import { fixHours } from '../windows/fix-hours.js'
import { previewWindows, type WindowsAsked } from '../windows/preview-windows.js'
import { recipientsOf, type RequestedRecipients } from './bulk-request.js'
import { contentOf, needsMms, withBulkTexts, type BulkTexts } from './bulk-templates.js'
import { termsOf } from './broadcast-terms.js'
import { checkBodies } from './check-bodies.js'
import { previewStops } from './preview-stops.js'
import { blockedAmong } from './preview-texts.js'
import { allowedTexts, allowedVariants, renderSlice } from './slice-texts.js'
import { requestedBody } from './slice.js'
import type { StartBroadcastInput } from './start-broadcast.js'

/**
 * Reports what a broadcast or batch would do, without doing it, as `PreviewMessage` does for one message. The texts are
 * rendered chunk by chunk, each in a separate unit of work, and only the first few are kept.
 */
export class PreviewBroadcast {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly secrets: Secrets
    },
  ) {}

  async execute(requested: StartBroadcastInput): Promise<Preview> {
    const all = recipientsOf(requested)
    const now = this.deps.clock.now()
    const { request, accepted, dropped, available, hours } = await this.deps.unitOfWork.run((stores) =>
      survey(stores, this.deps.secrets, { ...requested, recipients: all }, now),
    )
    const windows = hours && (await this.cohorts(request, hours, accepted.phones, now))
    const stops = await previewStops(this.deps, { account: request.account, windows, now }, accepted.phones)
    const recipients = onlyTo(stops.open, accepted)
    const { blocked, chosen, ...texts } = await this.texts({ ...request, recipients }, now)
    const stopped = [...stops.stopped, ...blocked]
    const { used } = request
    const templates = used ? [previewedTemplate(used, chosen)] : templatesIn(request.recipients)
    return {
      recipients: {
        submitted: all.phones.length,
        accepted: accepted.phones.length - stopped.length,
        dropped: { ...dropped, contentBlocked: blocked.length, ...stops.dropped },
      },
      credits: { required: times(BULK_PRICE, accepted.phones.length), available },
      ...texts,
      ...stops.shown,
      ...(templates.length > 0 && { templates }),
      ...(windows && { windows: await previewWindows(this.deps, windows, stopped) }),
    }
  }

  private async cohorts(
    { account: { id: account }, expiresAt }: Checked,
    hours: FixedSendingHours,
    phones: readonly PhoneNumber[],
    now: Date,
  ): Promise<WindowsAsked> {
    const counts = await countCohorts(this.deps, hours, { account, phones })
    return { account, hours, counts, sentAt: () => now, expiresAt }
  }

  private async texts(request: Checked, now: Date) {
    const { ids, secrets, unitOfWork } = this.deps
    const { account, recipients } = request
    const draft = { ...request, id: ids.next(prefixOf(request.kind)) }
    let texts = noTexts({ smartEncoding: usesSmartEncoding(request) })
    const blocked: PhoneNumber[] = []
    let chosen = NONE_CHOSEN
    for (const chunk of chunksOf({ id: draft.id, account: account.id }, recipients)) {
      const { allowed, variants } = await unitOfWork.run((stores) => textsOf(stores, secrets, { draft, chunk, now }))
      texts = withTexts(texts, allowed)
      blocked.push(...blockedAmong(chunk.recipients.phones, allowed))
      chosen = withVariants(chosen, variants)
    }
    return { ...texts, blocked, chosen }
  }
}

function onlyTo(phones: readonly PhoneNumber[], recipients: Recipients): Recipients {
  if (phones.length === recipients.phones.length) return recipients
  const kept = new Set(phones)
  return without(recipients, { has: (index) => !kept.has(recipients.phones[index]!) })
}

type Checked = BulkTexts<Requested>
type Requested = StartBroadcastInput & { readonly recipients: RequestedRecipients<Recipients> }

async function survey(stores: Stores, secrets: Secrets, requested: Requested, now: Date) {
  const { account, from } = requested
  termsOf(requested, { now })
  const request = await withBulkTexts(stores, requested)
  await checkFrom(stores, account, { from, hasMedia: needsMms(request) })
  checkBodies(request)
  const { sms, mms } = await stores.credits.balance(account.id)
  const hours = await fixHours(stores, account)
  return { request, ...(await admit(stores, secrets, request, now)), available: { sms, mms }, hours }
}

type Admitted = { readonly accepted: Recipients; readonly dropped: Dropped }

/** Checks in the same order as `acceptBroadcast`: no key is looked up for a recipient that may not be texted. */
async function admit(stores: Stores, secrets: Secrets, request: Checked, now: Date): Promise<Admitted> {
  const { kind, recipients, idempotencyKey } = request
  const { id: account, destinations } = request.account
  const name = keyNameOf(account, kind, idempotencyKey)
  if (isInUse(name && (await stores.idempotencyKeys.find(name)), now)) {
    const dropped = { ...NONE_DROPPED, alreadySent: recipients.phones.length }
    return { accepted: without(recipients, { has: () => true }), dropped }
  }
  const elsewhere = notAllowedAmong(destinations, recipients.phones)
  const within = without(recipients, elsewhere)
  const refused = await stores.consents.refused(account, within.phones)
  const open = without(within, refused)
  const used = await usedAmong(open, (keyed) => stores.recipientKeys.used({ account, ...keyed, now }))
  const accepted = without(open, used)
  const refusals = await refusedWithSuppression(stores, { secrets }, { account, phones: within.phones, refused })
  return { accepted, dropped: { ...refusedOf(refusals), country: elsewhere.size, alreadySent: used.size } }
}

function refusedOf(refused: ReadonlyMap<number, Refusal>): Dropped {
  const optedOut = [...refused.values()].filter((refusal) => refusal === 'hard-opted-out').length
  return { ...NONE_DROPPED, notOptedIn: refused.size - optedOut, optedOut }
}

type DraftChunk = {
  readonly draft: Checked & { readonly id: Chunk['broadcast'] }
  readonly chunk: Chunk
  readonly now: Date
}

/** The texts that the policy allows, and which of the template's texts they are. */
async function textsOf(stores: Stores, secrets: Secrets, { draft, chunk, now }: DraftChunk) {
  const { account, kind } = draft
  const { phones } = chunk.recipients
  const asked = { account: account.id, content: contentOf(draft), phones }
  const chosen = kind === 'batch' ? null : await chooseTexts(stores, asked)
  const { texts } = await renderSlice(stores, secrets, {
    account,
    zone: account.timezone,
    messages: phones.map((_, i) => messageIdAt(draft.id, chunk.firstPosition + i)),
    phones,
    bodies: chosen?.bodies ?? phones.map((_, i) => requestedBody({ broadcast: draft, chunk }, i)),
    smartEncoding: usesSmartEncoding(draft),
    now,
  })
  return { allowed: allowedTexts(texts, phones), variants: allowedVariants(texts, chosen) }
}

/** The templates of a batch. */
function templatesIn({ templates }: Recipients): readonly TemplateRef[] {
  const different = new Map((templates ?? []).flatMap((one) => (one === null ? [] : [[one.id, one] as const])))
  return [...different.values()].map(refOf)
}
