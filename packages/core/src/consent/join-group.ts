import type { Account } from '../accounts/account.js'
import type { ContactView } from '../contacts/contact.js'
import { theViewOf } from '../contacts/contact-views.js'
import { theContact } from '../contacts/read-contact.js'
import { theGroup } from '../groups/read-group.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { GroupId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { enrol } from './enrolment.js'
import type { OptInMode } from './membership.js'

export type JoinGroupInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly group: GroupId
  readonly mode: OptInMode
}

export class JoinGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute({ account, phone, group, mode }: JoinGroupInput): Promise<ContactView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const contact = await theContact(stores, account.id, phone)
      const [result] = await enrol(stores, this.deps, {
        account,
        group: await theGroup(stores, account.id, group),
        contacts: [contact],
        mode,
        silentAllowed: account.capabilities.silentOptIn,
        by: 'API',
        reason: mode === 'SILENT' ? 'SILENT' : 'DIRECT',
        now,
      })
      if (result instanceof Error) throw result
      return theViewOf(stores, contact)
    })
  }
}
