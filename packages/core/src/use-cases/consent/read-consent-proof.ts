import type { Account } from '../../model/accounts/account.js'
import type { FormText } from '../../model/forms/form-text.js'
import type { MessagesSent } from '../../model/messages/message-store.js'
import type { Message } from '../../model/messages/message.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { CONSENT_LOG_SHOWN_MAX, consentOf, type ConsentView, type LoggedConsent } from './read-consent.js'

/** Everything that shows why a number may be texted, or may not. */
export type ConsentProof = Omit<ConsentView, 'log'> & {
  readonly account: Pick<Account, 'id' | 'name' | 'timezone'>
  readonly phone: PhoneNumber
  readonly generatedAt: Date
  /** The result of the consent gate that every message passes. */
  readonly mayBeTexted: boolean
  /** The newest entries, up to the limit, in ascending order. */
  readonly log: readonly LoggedConsent[]
  readonly logCount: number
  /** The consent texts that the log refers to, by version. */
  readonly formTexts: readonly FormText[]
  /** Messages about the consent, and all inbound ones. The newest, up to the limit, in ascending order. */
  readonly messages: readonly Message[]
  readonly messageCount: number
  /** The number of days after which messages are deleted. */
  readonly messagesKeptDays: number | null
  /** Ordinary messages are not evidence: only their count and the times of the first and the last are included. */
  readonly messagesSent: MessagesSent
  /** Whether `log` and `messages` are complete. */
  readonly isComplete: boolean
}

export class ReadConsentProof {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  /** Also works for a number without a contact, and for an erased number: its log is found by pseudonym. */
  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ConsentProof> {
    return this.deps.unitOfWork.run(async (stores) => {
      // Changes to the consent wait until all is read, so that the parts agree. A number without a consent row is not
      // locked: a concurrent first opt-in may already be in the log, but not yet in `mayBeTexted`.
      const refused = await stores.consents.lockShared(account.id, [phone])
      const generatedAt = this.deps.clock.now()
      const { log, ...consent } = await consentOf(stores, this.deps, { account, phone })
      const logCount = await this.logCount(stores, { account: account.id, phone, shown: log.length })
      const texts = await stores.messages.ofConsent(account.id, phone, PROOF_MESSAGES_MAX)
      const { id, name, timezone } = account
      return {
        account: { id, name, timezone },
        phone,
        generatedAt,
        mayBeTexted: refused.size === 0,
        ...consent,
        log: log.toReversed(),
        logCount,
        formTexts: await formTextsOf(stores, account.id, log),
        messages: texts.newest.toReversed(),
        messageCount: texts.count,
        messagesKeptDays: account.retention.messages,
        messagesSent: await stores.messages.sentTo(account.id, phone),
        isComplete: log.length === logCount && texts.newest.length === texts.count,
      }
    })
  }

  /** Queries the count only if there may be more entries than shown. */
  private async logCount(
    { consentLog }: Stores,
    { account, phone, shown }: { account: AccountId; phone: PhoneNumber; shown: number },
  ): Promise<number> {
    if (shown < CONSENT_LOG_SHOWN_MAX) return shown
    return consentLog.count(account, this.deps.secrets.pseudonymOf(account, phone))
  }
}

export const PROOF_MESSAGES_MAX = 1_000

async function formTextsOf(
  { formTexts }: Stores,
  account: AccountId,
  log: readonly LoggedConsent[],
): Promise<readonly FormText[]> {
  const versions = [...new Set(log.flatMap(({ form }) => form?.version ?? []))]
  if (versions.length === 0) return []
  const found = await formTexts.find(account, versions)
  return [...found.values()].toSorted((one, other) => one.version - other.version)
}
