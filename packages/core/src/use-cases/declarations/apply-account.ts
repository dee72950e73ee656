import type { Account } from '../../model/accounts/account.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { SmsProvider } from '../../ports/sms-provider.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { refuseFaults } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { grantEntries, grantIds, type GrantIds } from '../credits/credits.js'
import { applyParts, type AccountParts } from './apply-parts.js'
import { declaredPools } from './apply-pools.js'
import { readDeclaration } from './declaration-faults.js'
import type { AccountDeclaration } from './declaration.js'
import { newAccount, settled } from './declared-settings.js'
import type { Findings } from './reconcile.js'
import { unknownGroupsIn } from './settings-for-groups.js'

export type ApplyAccountInput = {
  readonly declaration: AccountDeclaration
  /** Whether to remove items that the declaration leaves out. */
  readonly prune: boolean
}

export type AppliedAccount = {
  readonly account: Account
  readonly parts: AccountParts
  /** The changes as text; empty when the account already matched. */
  readonly changes: readonly string[]
}

export type ApplyAccountDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly provider: Pick<SmsProvider, 'carriers'>
}

/** Makes an account match its declaration. Idempotent and atomic. */
export class ApplyAccount {
  constructor(private readonly deps: ApplyAccountDeps) {}

  async execute(input: ApplyAccountInput): Promise<AppliedAccount> {
    return this.deps.unitOfWork.run(applying(input, this.deps))
  }
}

/** The work that applies a declaration in one unit of work, which may run it again. */
export function applying(
  { declaration: account, prune }: ApplyAccountInput,
  deps: Omit<ApplyAccountDeps, 'unitOfWork'>,
) {
  const declaration = readDeclaration({ account })
  const { clock, ids, secrets, provider } = deps
  const newSecrets = { newKeySecrets: new Map<string, string>(), newWebhookSecrets: new Map<string, string>() }
  const { carriers = [] } = provider
  const fresh = { id: ids.next('acc'), now: clock.now(), grant: grantIds(ids) }
  return async (stores: Stores): Promise<AppliedAccount> => {
    const findings: Findings = { changes: [], faults: [] }
    const { before, after: account } = await applySettings(stores, declaration, { ...fresh, ids }, findings)
    const parts = await applyParts(
      { stores, before, account, ids, secrets, carriers, now: fresh.now, prune, findings, ...newSecrets },
      declaration,
    )
    findings.faults.push(...unknownGroupsIn(account, parts.groups, 'account.'))
    refuseFaults(findings.faults)
    return { account, parts, changes: findings.changes }
  }
}

type Fresh = { readonly id: AccountId; readonly now: Date; readonly grant: GrantIds; readonly ids: Ids }

async function applySettings(stores: Stores, declaration: AccountDeclaration, fresh: Fresh, { changes }: Findings) {
  const existing = await stores.accounts.lockByName(declaration.name)
  if (existing === null) {
    const blank = newAccount(declaration.name, fresh)
    const created = withSettings(blank, declaration, fresh)
    if (await stores.accounts.add(created)) {
      changes.push(`account: created ${created.name}`)
      await grantFirstCredits(stores, created, declaration, fresh)
      return { before: blank, after: created }
    }
  }
  const before = existing ?? (await stores.accounts.lockByName(declaration.name))!
  const after = withSettings(before, declaration, fresh)
  if (!isEqual(before, after)) {
    await stores.accounts.save(after)
    if (!isEqual({ ...before, pools: after.pools }, after)) changes.push(`account: changed ${after.name}`)
  }
  return { before, after }
}

function withSettings(account: Account, declaration: AccountDeclaration, { ids }: Fresh): Account {
  return { ...settled(account, declaration), pools: declaredPools(declaration.pools, account, ids) }
}

async function grantFirstCredits(stores: Stores, { id }: Account, { credits = {} }: AccountDeclaration, fresh: Fresh) {
  const amounts = { sms: credits.sms ?? 0, mms: credits.mms ?? 0 }
  await stores.credits.post(id, grantEntries({ account: id, amounts, at: fresh.now, ids: fresh.grant }))
}
