import type { AcceptDecision, Adapters, AuditEntry, Ids, Stores, UnitOfWork } from '@carillon/core'

/** An entry without its subjects, which become known while the request is handled. */
export type BegunEntry = Omit<AuditEntry, 'subjects'>

/**
 * Adapters for the use cases of one request. Every transaction that changes something also adds the audit entry, so
 * there is no change without an entry, and no entry without a change. The log keeps one entry for each id.
 */
export function audited(adapters: Adapters, entry: BegunEntry, subjects: readonly string[]): Adapters {
  const made = new Set<string>()
  const withEntry = async <T>(stores: Stores, work: (stores: Stores) => Promise<T>) => {
    let changed = false
    const result = await work(watched(stores, () => (changed = true)))
    if (changed) await stores.auditLog.add({ ...entry, subjects: subjectsOf(subjects, made) })
    return result
  }
  const unitOfWork: UnitOfWork = {
    run: (work) => adapters.unitOfWork.run((stores) => withEntry(stores, work)),
    // The entry needs a transaction of its own statement, so the single statement becomes a part of a transaction.
    runOne: (work) => adapters.unitOfWork.run((stores) => withEntry(stores, work)),
  }
  const ids: Ids = {
    next(prefix) {
      const id = adapters.ids.next(prefix)
      if (!UNNAMED.has(prefix) && made.size < SUBJECTS_MAX) made.add(id)
      return id
    },
  }
  return { ...adapters, unitOfWork, ids }
}

/** Ids of records that no page shows by themselves. */
const UNNAMED: ReadonlySet<string> = new Set(['job', 'evt', 'log', 'led', 'snd', 'ses', 'aud'])
/** An import makes thousands of contacts. */
const SUBJECTS_MAX = 20

function subjectsOf(given: readonly string[], made: ReadonlySet<string>): readonly string[] {
  return [...new Set([...given, ...made])].sort().slice(0, SUBJECTS_MAX)
}

/** The same stores, which report a call of any method that may change something. */
function watched(stores: Stores, onChange: () => void): Stores {
  return new Proxy(stores, { get: (of, name) => watchedStore(Reflect.get(of, name) as object, onChange) })
}

function watchedStore(store: object, onChange: () => void): object {
  return new Proxy(store, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name)
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(method, of, given)
        if (hasChanged(String(name), result)) onChange()
        return result
      }
    },
  })
}

/** Every method that can return false has then changed nothing. */
function hasChanged(method: string, result: unknown): boolean {
  if (READS.has(method)) return false
  if (method === 'accept') return (result as readonly AcceptDecision[]).some(({ isAccepted }) => isAccepted)
  return result !== false
}

/**
 * Methods of stores that only read or lock. A missing name does no harm: at worst, a request that was refused after it
 * has an entry.
 */
const READS: ReadonlySet<string> = new Set([
  'accountOf',
  'after',
  'exists',
  'find',
  'findAll',
  'findByEmail',
  'findByName',
  'findSend',
  'hasSubscribers',
  'hasSuppressed',
  'known',
  'knows',
  'list',
  'listSends',
  'lock',
  'lockByName',
  'lockChunk',
  'lockChunks',
  'lockProgress',
  'lockShared',
  'members',
  'names',
  'of',
  'ofBroadcast',
  'ofConsent',
  'refused',
  'suppressed',
  'tags',
  'used',
])
