import { consentTextOf } from '../../model/forms/form-text.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { FormEntryId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { networkOf } from '../../values/text/network.js'
import { storableAgent, toStorable } from '../../values/text/text.js'
import { addCode, type CodeRequest } from './form-code.js'
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
}

/**
 * Stores what a person entered, and queues the text with a code. A worker submits it, so that the response time
 * does not reveal whether a text is sent.
 */
export class RequestCode {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock; readonly ids: Ids }) {}

  async execute(input: RequestCodeInput): Promise<FormEntryId> {
    const { ids, clock } = this.deps
    const fresh = { message: ids.next('msg'), eventId: ids.next('evt'), now: clock.now() } as const
    const id = ids.next('ent')
    await this.deps.unitOfWork.run((stores) => this.request(stores, input, { ...fresh, id }))
    return id
  }

  private async request(stores: Stores, input: RequestCodeInput, { id, ...fresh }: Fresh): Promise<void> {
    const { group, version, phone, agent, isBot } = input
    const { now } = fresh
    const form = await requireOpenForm(stores, group)
    const account = form.account.id
    // Already stored by a commit that was not acknowledged: a second run would count this request against the limits.
    if ((await stores.formEntries.find(account, id)) !== null) return
    const current = await stores.formTexts.versionOf(account, consentTextOf(form.account, form.group), now)
    if (version !== current)
      throw new DomainError('form-text-changed', 'The text of the form has changed since it was shown')
    const address = toStorable(input.address.slice(0, ADDRESS_LENGTH_MAX))
    const network = networkOf(address)
    const codeMessage = await addCode(stores, { form, phone, network, isSilent: isBot, ...fresh })
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
  }
}

type Fresh = Pick<CodeRequest, 'message' | 'eventId' | 'now'> & { readonly id: FormEntryId }

const ADDRESS_LENGTH_MAX = 64
