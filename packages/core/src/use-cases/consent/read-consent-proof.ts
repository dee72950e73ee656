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
  /** By the gate that every message passes. */
  readonly mayBeTexted: boolean
  /** The newest that there is room for, the oldest of them first. */
  readonly log: readonly LoggedConsent[]
  readonly logCount: number
  /** Those that the log names, by version. */
  readonly formTexts: readonly FormText[]
  /** What was texted about the consent, and whatever came in. The newest that there is room for, the oldest first. */
  readonly messages: readonly Message[]
  readonly messageCount: number
  /** After how many days messages are taken away. */
  readonly messagesKeptDays: number | null
  /** Ordinary messages are no evidence: only that there were some. */
  readonly messagesSent: MessagesSent
  /** Whether log and messages are all that there are. */
  readonly isComplete: boolean
}

export class ReadConsentProof {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  /** Also for a number without a contact, and for one that was erased: its log is found by its pseudonym. */
  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ConsentProof> {
    return this.deps.unitOfWork.run(async (stores) => {
      // Whoever changes the consent waits until all is read, so that the parts agree. A number without a consent row is
      // not held: a first opt-in at this very moment can stand in the log and not yet in what may be texted.
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

  /** Asked only where there may be more than is shown. */
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
