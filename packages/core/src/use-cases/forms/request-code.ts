import { consentTextOf } from '../../model/forms/form-text.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { networkOf } from '../../values/text/network.js'
import { storableAgent, toStorable } from '../../values/text/text.js'
import { addCode, countRequest, type CodeOutcome, type CodeRequest, type FormDeps } from './form-code.js'
import { reportLimit } from './report-limit.js'
import { requireOpenForm } from './opt-in-form.js'

export type RequestCodeInput = {
  readonly group: GroupId
  /** The version of the consent text that the person agreed to. */
  readonly version: number
  readonly phone: PhoneNumber
  /** The person's IP address. */
  readonly address: string
  readonly agent: string | null
  /** Whether a field that only bots fill in was filled in: a bot gets the same response as a person. */
  readonly isBot: boolean
  /** The leading zero bits of the proof of work that came with the request; the caller has verified them. */
  readonly workBits?: number
  /** Called with the outcome, which the visitor must not see: for metrics. */
  readonly onOutcome?: (outcome: CodeOutcome) => void
}

/**
 * Stores what a person entered, and queues the text with a code. A worker submits it, so that the response time
 * does not reveal whether a text is sent.
 */
export class RequestCode {
  constructor(private readonly deps: FormDeps) {}

  async execute(input: RequestCodeInput): Promise<FormEntryId> {
    const { ids, clock } = this.deps
    const fresh = { message: ids.next('msg'), eventId: ids.next('evt'), now: clock.now() } as const
    const id = ids.next('ent')
    try {
      await this.deps.unitOfWork.run((stores) => this.count(stores, input, fresh.now))
      const outcome = await this.deps.unitOfWork.run((stores) => this.request(stores, input, { ...fresh, id }))
      if (outcome !== null) input.onOutcome?.(outcome)
    } catch (error) {
      // The visitor gets the refusal even if it cannot be reported.
      await reportLimit(this.deps, error, input).catch(() => undefined)
      throw error
    }
    return id
  }

  private async count(stores: Stores, { group, phone, address }: RequestCodeInput, now: Date): Promise<void> {
    const form = await requireOpenForm(stores, group)
    await countRequest(stores, this.deps, { form, phone, network: networkOf(storedAddress(address)), now })
  }

  /** Null if an earlier run has already stored the entry. */
  private async request(stores: Stores, input: RequestCodeInput, { id, ...fresh }: Fresh): Promise<CodeOutcome | null> {
    const { group, version, phone, agent, isBot } = input
    const { now } = fresh
    const form = await requireOpenForm(stores, group)
    const account = form.account.id
    // Already stored by a commit that was not acknowledged: a second run would count this code against the limits.
    if ((await stores.formEntries.find(account, id)) !== null) return null
    const current = await stores.formTexts.versionOf(account, consentTextOf(form.account, form.group), now)
    if (version !== current)
      throw new DomainError('form-text-changed', 'The text of the form has changed since it was shown')
    const address = storedAddress(input.address)
    const network = networkOf(address)
    const workBits = input.workBits ?? 0
    const outcome = await addCode(stores, this.deps, { form, phone, network, isSilent: isBot, workBits, ...fresh })
    const codeMessage = outcome.kind === 'sent' ? outcome.message : null
    await stores.formEntries.add({
      ...{ id, account, group, phone, version, address, network },
      agent: storableAgent(agent),
      createdAt: now,
      codeMessage,
      codeAt: now,
      codes: 1,
      texts: codeMessage === null ? 0 : 1,
      attempts: 0,
      confirmedAt: null,
    })
    return outcome
  }
}

type Fresh = Pick<CodeRequest, 'message' | 'eventId' | 'now'> & { readonly id: FormEntryId }

function storedAddress(address: string): string {
  return toStorable(address.slice(0, ADDRESS_LENGTH_MAX))
}

const ADDRESS_LENGTH_MAX = 64
