import type { Account } from '../../model/accounts/account.js'
import { faultOfDestination } from '../../model/accounts/destinations.js'
import type { ContactView } from '../../model/contacts/contact.js'
import type { Group } from '../../model/groups/group.js'
import type { Membership, OptInMode } from '../../model/groups/membership.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { invalidInput } from '../../values/errors.js'
import type { GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { requireView } from '../contacts/contact-views.js'
import { requireLockedContact } from '../contacts/read-contact.js'
import { requireGroup } from '../groups/read-group.js'
import { takeConfirmation } from '../limits/confirmations.js'
import { submitAccepted, type SubmitDeps } from '../messages/submit-message.js'
import { enrol } from './enrolment.js'
import { addConfirmation, addOptInMessage, hasFailedConfirmation, type OptInText } from './opt-in-text.js'

export type JoinGroupInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly group: GroupId
  readonly mode: OptInMode
}

/**
 * Enrols a contact for a client and sends the text of the mode. If the text cannot be sent, DIRECT succeeds, but
 * CONFIRM fails. The text is submitted after the commit.
 */
export class JoinGroup {
  constructor(private readonly deps: SubmitDeps) {}

  async execute(input: JoinGroupInput): Promise<ContactView> {
    const now = this.deps.clock.now()
    const { view, text } = await this.deps.unitOfWork.run((stores) => this.join(stores, input, now))
    if (text !== null) await submitAccepted(this.deps, text)
    return view
  }

  private async join(stores: Stores, { account, phone, group: id, mode }: JoinGroupInput, now: Date) {
    const contact = await requireLockedContact(stores, account.id, phone)
    const group = await requireGroup(stores, account.id, id)
    const sent: Message[] = []
    const [result] = await enrol(stores, this.deps, {
      account,
      group,
      contacts: [contact],
      mode,
      silentAllowed: account.capabilities.silentOptIn,
      by: 'API',
      reason: mode === 'SILENT' ? 'SILENT' : 'DIRECT',
      now,
      standingAmong: (memberships) => standingAmong(stores, memberships, { group, phone, mode }),
      addText: async () => {
        const text = await this.addText(stores, mode, { account, group, phone, now })
        if (text === null || text.status === 'failed') return null
        sent.push(text)
        return text.body
      },
    })
    if (result instanceof Error) throw result
    return { view: await requireView(stores, contact), text: sent[0] ?? null }
  }

  private async addText(stores: Stores, mode: OptInMode, text: OptInText): Promise<Message | null> {
    const { ids } = this.deps
    const fault = faultOfDestination(text.account.destinations, text.phone)
    if (mode === 'DIRECT') return fault === null ? addOptInMessage(stores, ids, text) : null
    if (mode === 'SILENT') return null
    if (fault !== null) throw invalidInput('phoneNumber', fault)
    await takeConfirmation(stores, this.deps, { ...text, account: text.account.id })
    return addConfirmation(stores, ids, text)
  }
}

type JoinRequest = { readonly group: Group; readonly phone: PhoneNumber; readonly mode: OptInMode }

/** Omits a membership whose confirmation failed, so that CONFIRM asks again, unless another group is pending too. */
async function standingAmong(
  stores: Stores,
  memberships: readonly Membership[],
  { group, phone, mode }: JoinRequest,
): Promise<readonly Membership[]> {
  const pending = memberships.filter(({ state }) => state === 'pending')
  const [here] = pending
  if (mode !== 'CONFIRM' || pending.length !== 1 || here?.group !== group.id) return memberships
  return (await hasFailedConfirmation(stores, here, phone))
    ? memberships.filter((membership) => membership !== here)
    : memberships
}
