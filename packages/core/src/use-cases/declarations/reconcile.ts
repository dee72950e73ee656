import type { Account } from '../../model/accounts/account.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import type { FieldError } from '../../values/errors.js'

/** One list of an account: what it is, what is declared, and how the one becomes the other. */
export type Part<Declared, Stored> = {
  /** Its name in the file. */
  readonly list: string
  /** The field that identifies an item in the file. */
  readonly key: keyof Declared & string
  readonly declared: readonly Declared[] | undefined
  readonly stored: readonly Stored[]
  readonly keyOf: (stored: Stored) => string
  readonly wanted: (declared: Declared, stored: Stored | undefined, position: number) => Stored
  /** False when another account has it. */
  readonly put: (item: Stored) => Promise<boolean | void>
  /** False when it cannot go. */
  readonly remove: (item: Stored) => Promise<boolean | void>
}

/** Brings one list in line with its declaration and returns it as it is then. */
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
    if ((await part.remove(item)) === false)
      findings.faults.push({ field: `account.${part.list}`, message: inUse(key) })
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

function inUse(key: string): string {
  return `leaves out ${JSON.stringify(key)}, which still has members and cannot be removed`
}

/** A declaration on its way to becoming the account: what every part of it needs. */
export type ApplyRun = {
  readonly stores: Stores
  readonly account: Account
  readonly ids: Ids
  readonly secrets: Secrets
  readonly now: Date
  readonly prune: boolean
  readonly findings: Findings
  /** Made up so far, by key id. It outlives a unit of work that runs again, so that what was stored is also told. */
  readonly newKeySecrets: Map<string, string>
  /** The same of webhooks, by URL. */
  readonly newWebhookSecrets: Map<string, string>
}

/** What has been done and found so far. Faults undo the whole of it, so it goes on to find them all. */
export type Findings = { readonly changes: string[]; readonly faults: FieldError[] }
