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
  withTexts,
  type Dropped,
  type Preview,
  type PreviewedText,
} from '../../model/messages/preview.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { checkSender } from '../messages/check-send.js'
import { refusedWithSuppression } from '../opt-outs/suppression.js'
import { checkBodies, hasMedia, recipientsOf } from './bulk-request.js'
import { allowedTexts, renderSlice } from './slice-texts.js'
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

  async execute(request: StartBroadcastInput): Promise<Preview> {
    const all = recipientsOf(request)
    const now = this.deps.clock.now()
    const { accepted, dropped, available } = await this.deps.unitOfWork.run((stores) =>
      survey(stores, this.deps.secrets, { ...request, recipients: all }, now),
    )
    const { contentBlocked, ...texts } = await this.texts({ ...request, recipients: accepted }, now)
    return {
      recipients: {
        submitted: all.phones.length,
        accepted: accepted.phones.length - contentBlocked,
        dropped: { ...dropped, contentBlocked },
      },
      credits: { required: times(BULK_PRICE, accepted.phones.length), available },
      ...texts,
    }
  }

  private async texts(request: Checked, now: Date) {
    const { ids, secrets, unitOfWork } = this.deps
    const { account, recipients } = request
    const draft = { ...request, id: ids.next(prefixOf(request.kind)) }
    let texts = noTexts({ smartEncoding: usesSmartEncoding(request) })
    let contentBlocked = 0
    for (const chunk of chunksOf({ id: draft.id, account: account.id }, recipients)) {
      const allowed = await unitOfWork.run((stores) => textsOf(stores, secrets, { draft, chunk, now }))
      texts = withTexts(texts, allowed)
      contentBlocked += chunk.recipients.phones.length - allowed.length
    }
    return { ...texts, contentBlocked }
  }
}

type Checked = Omit<StartBroadcastInput, 'recipients'> & { readonly recipients: Recipients }

async function survey(stores: Stores, secrets: Secrets, request: Checked, now: Date) {
  const { account, from } = request
  checkSender(await stores.senders.find(account.id, from), { from, hasMedia: hasMedia(request) })
  checkBodies(request)
  const { sms, mms } = await stores.credits.balance(account.id)
  return { ...(await admit(stores, secrets, request, now)), available: { sms, mms } }
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

async function textsOf(
  stores: Stores,
  secrets: Secrets,
  { draft, chunk, now }: DraftChunk,
): Promise<readonly PreviewedText[]> {
  const { phones } = chunk.recipients
  const { texts } = await renderSlice(stores, secrets, {
    account: draft.account,
    zone: draft.account.timezone,
    messages: phones.map((_, i) => messageIdAt(draft.id, chunk.firstPosition + i)),
    phones,
    bodies: phones.map((_, i) => requestedBody({ broadcast: draft, chunk }, i)),
    smartEncoding: usesSmartEncoding(draft),
    now,
  })
  return allowedTexts(texts, phones)
}
