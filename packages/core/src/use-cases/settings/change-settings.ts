import type { Account } from '../../model/accounts/account.js'
import { repeatedCaps } from '../../model/frequency/frequency-cap.js'
import { faultsOfPools } from '../../model/senders/declared-pools.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { DomainError, refuseFaults } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { readValue } from '../../values/schema.js'
import { accountNotFound } from '../accounts/read-account.js'
import { DECLARATION } from '../declarations/declaration-faults.js'
import { settingsSchema, type SettingsDeclaration } from '../declarations/declaration.js'
import { declaredPools, forgetRemoved } from '../declarations/apply-pools.js'
import { settingsOf, settled, type AccountSettings } from '../declarations/declared-settings.js'
import { nameGroups, unknownGroupsIn } from '../declarations/settings-for-groups.js'
import { refuseOwnerSettings } from './owner-settings.js'
import { checkPools } from './check-pools.js'

export class ReadSettings {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: AccountId }): Promise<AccountSettings> {
    return this.deps.unitOfWork.run(async ({ accounts }) => {
      const found = await accounts.find(account)
      if (found === null) throw accountNotFound(account)
      return settingsOf(found)
    })
  }
}

export type ChangeSettingsInput = {
  readonly account: AccountId
  readonly changes: SettingsDeclaration
  /** Whether the stored settings are those that the change was made for. Otherwise nothing is changed. */
  readonly isCurrent: (settings: AccountSettings) => boolean
  /** Whether the change is made by an owner of the service. */
  readonly byOwner: boolean
}

const SETTINGS = settingsSchema(DECLARATION)

/**
 * Changes settings by the rules of a declaration, unless they have changed since they were read: by `apply`, or by
 * somebody else.
 */
export class ChangeSettings {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; ids: Ids }) {}

  async execute({ account: id, isCurrent, byOwner, ...input }: ChangeSettingsInput): Promise<AccountSettings> {
    const { name, ...changes } = readValue(SETTINGS, input.changes)
    const { frequencyCaps = [], pools } = changes
    refuseFaults([...repeatedCaps(frequencyCaps, 'frequencyCaps'), ...faultsOfPools(pools ?? [], 'pools')])
    // Stays set if the unit of work runs again: the first run may have been committed.
    let made: Account | null = null
    return this.deps.unitOfWork.run(async (stores) => {
      const { accounts } = stores
      const before = await accounts.lock(id)
      if (before === null) throw accountNotFound(id)
      const current = settingsOf(before)
      if (made !== null && isEqual(before, made)) return current
      if (!isCurrent(current)) throw settingsChanged(current)
      const settings = { ...settled(before, changes), pools: declaredPools(pools, before, this.deps.ids) }
      made = { ...settings, name: name ?? before.name }
      if (changes.frequencyCaps !== undefined || changes.sendingWindows !== undefined) await checkGroups(stores, made)
      if (pools !== undefined) await checkPools(stores, { before, after: made }, pools)
      if (!byOwner) refuseOwnerSettings(current, settingsOf(made))
      if (!isEqual(before, made)) await accounts.save(made)
      await forgetRemoved(stores, { before, after: made })
      return settingsOf(made)
    })
  }
}

async function checkGroups({ groups }: Pick<Stores, 'groups'>, account: Account): Promise<void> {
  if (nameGroups(account)) refuseFaults(unknownGroupsIn(account, await groups.of(account.id)))
}

function settingsChanged(current: AccountSettings): DomainError {
  const message = 'The settings have changed since they were read: read them again, and repeat the change'
  return new DomainError('state-changed', message, { current })
}
