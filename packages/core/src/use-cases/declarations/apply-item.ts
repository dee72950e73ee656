import type { Account } from '../../model/accounts/account.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, refuseFaults, type FieldError } from '../../values/errors.js'
import type { ApplyAccountDeps } from './apply-account.js'
import { applyParts, type AccountParts } from './apply-parts.js'
import { readDeclaration } from './declaration-faults.js'
import type { AccountDeclaration } from './declaration.js'
import type { Findings } from './reconcile.js'

/** The lists of a declaration whose items can be changed one at a time. */
export type ItemList = 'groups' | 'customFields' | 'numbers' | 'trackingLinks'
export type ItemOf<L extends ItemList> = NonNullable<AccountDeclaration[L]>[number]

/**
 * Applies a declaration of a single item, so that the rules are the same. Faults have their paths within the item. The
 * caller has locked the account.
 */
export async function applyItem<L extends ItemList>(
  stores: Stores,
  { account, list, item }: { readonly account: Account; readonly list: L; readonly item: ItemOf<L> },
  { ids, secrets, clock, provider }: Omit<ApplyAccountDeps, 'unitOfWork'>,
): Promise<AccountParts> {
  const declaration = withinItem(list, () => readDeclaration({ account: { name: account.name, [list]: [item] } }))
  const findings: Findings = { changes: [], faults: [] }
  const fixed = { before: account, account, prune: false, carriers: provider.carriers ?? [], now: clock.now() }
  const noSecrets = { newKeySecrets: new Map<string, string>(), newWebhookSecrets: new Map<string, string>() }
  const parts = await applyParts({ stores, ids, secrets, findings, ...fixed, ...noSecrets }, declaration)
  refuseFaults(findings.faults.map((fault) => relative(list, fault)))
  return parts
}

function withinItem<T>(list: ItemList, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid-input') throw error
    const faults = error.details?.['fields'] as readonly FieldError[]
    refuseFaults(faults.map((fault) => relative(list, fault)))
    throw error
  }
}

function relative(list: ItemList, { field, message }: FieldError): FieldError {
  const prefix = `account.${list}[0].`
  return { field: field.startsWith(prefix) ? field.slice(prefix.length) : field, message }
}
