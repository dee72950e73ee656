import type { Account } from '../../model/accounts/account.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import type { FieldError } from '../../values/errors.js'

/** One list of an account: its stored items, the declared ones, and how to change the former into the latter. */
export type Part<Declared, Stored> = {
  /** The name of the list in the declaration. */
  readonly list: string
  /** The field that identifies an item in the declaration. */
  readonly key: keyof Declared & string
  readonly declared: readonly Declared[] | undefined
  readonly stored: readonly Stored[]
  readonly keyOf: (stored: Stored) => string
  readonly wanted: (declared: Declared, stored: Stored | undefined, position: number) => Stored
  /** Returns false if another account has the item. */
  readonly put: (item: Stored) => Promise<boolean | void>
  /** Returns text if the item cannot be removed: the reason, to follow `which`. */
  readonly remove: (item: Stored) => Promise<unknown>
}

/** Makes one list match its declaration and returns the new list. */
export async function reconcile<D, S>(
  { prune, findings }: Pick<ApplyRun, 'prune' | 'findings'>,
  part: Part<D, S>,
): Promise<readonly S[]> {
  const left = new Map(part.stored.map((item) => [part.keyOf(item), item]))
  const result: S[] = []
  for (const [i, declared] of (part.declared ?? []).entries()) {
    const key = String(declared[part.key])
    const stored = left.get(key)
    const wanted = part.wanted(declared, stored, i)
    left.delete(key)
    result.push(wanted)
    if (stored === undefined || !isEqual(stored, wanted))
      await change(part, wanted, { key, i, isNew: stored === undefined }, findings)
  }
  if (!prune) return [...result, ...left.values()]
  for (const [key, item] of left) {
    const reason = await part.remove(item)
    if (typeof reason === 'string') findings.faults.push({ field: `account.${part.list}`, message: inUse(key, reason) })
    else findings.changes.push(`${part.list}: removed ${key}`)
  }
  return result
}

async function change<D, S>(part: Part<D, S>, wanted: S, { key, i, isNew }: Change, { changes, faults }: Findings) {
  if ((await part.put(wanted)) === false) {
    faults.push({ field: `account.${part.list}[${i}].${part.key}`, message: 'belongs to another account' })
  } else changes.push(`${part.list}: ${isNew ? 'created' : 'changed'} ${key}`)
}

type Change = { readonly key: string; readonly i: number; readonly isNew: boolean }

function inUse(key: string, reason: string): string {
  return `leaves out ${JSON.stringify(key)}, which ${reason} and cannot be removed`
}

/** The data that every part needs while a declaration is applied. */
export type ApplyRun = {
  readonly stores: Stores
  readonly account: Account
  /** The account before its settings were applied. */
  readonly before: Account
  readonly ids: Ids
  readonly secrets: Secrets
  readonly now: Date
  readonly prune: boolean
  /** The names of the carriers that a number may have. */
  readonly carriers: readonly string[]
  readonly findings: Findings
  /** The generated secrets by key id. Kept if the unit of work runs again: the secrets shown must be those stored. */
  readonly newKeySecrets: Map<string, string>
  /** The webhook secrets generated so far, by URL. Kept in the same way. */
  readonly newWebhookSecrets: Map<string, string>
}

/** The changes and faults so far. Any fault rolls back the whole run, but only at the end, so that all are found. */
export type Findings = { readonly changes: string[]; readonly faults: FieldError[] }
