import { changesBetween, type AccountId, type Activity, type Change, type ReadActivity } from '@carillon/core'
import type { Logger } from '../api/context.js'

export type Watcher = (changes: readonly Change[], activity: Activity) => void

export type Watch = {
  /** The latest state: the watcher hears of every later one. */
  activity(): Activity
  end(): void
}

type AccountWatchOptions = { readonly readActivity: ReadActivity; readonly logger: Logger; readonly pollMs: number }

/**
 * Reads the accounts that somebody watches again and again, each once, however many watch it. An account that nobody
 * watches any more is not read.
 */
export function accountWatch({ readActivity, logger, pollMs }: AccountWatchOptions) {
  const watched = new Map<AccountId, Watched>()

  function watchedOf(account: AccountId): Watched {
    const known = watched.get(account)
    if (known !== undefined) return known
    const begun: Watched = { watchers: new Set(), first: Promise.resolve(), latest: null, timer: undefined }
    watched.set(account, begun)
    begun.first = readActivity.execute({ account }).then((activity) => {
      begun.latest = activity
      pollLater(account, begun)
    })
    return begun
  }

  function pollLater(account: AccountId, of: Watched) {
    if (watched.get(account) === of) of.timer = setTimeout(() => void poll(account, of), pollMs)
  }

  async function poll(account: AccountId, of: Watched): Promise<void> {
    try {
      const activity = await readActivity.execute({ account })
      const changes = changesBetween(of.latest!, activity)
      of.latest = activity
      if (changes.length > 0) for (const watcher of of.watchers) watcher(changes, activity)
    } catch (error) {
      logger.warn({ err: error, account }, 'an account that is shown live cannot be read')
    }
    pollLater(account, of)
  }

  return {
    async begin(account: AccountId, watcher: Watcher): Promise<Watch> {
      const of = watchedOf(account)
      of.watchers.add(watcher)
      const end = () => {
        of.watchers.delete(watcher)
        if (of.watchers.size > 0) return
        if (watched.get(account) === of) watched.delete(account)
        clearTimeout(of.timer)
      }
      try {
        await of.first
      } catch (error) {
        end()
        throw error
      }
      return { activity: () => of.latest!, end }
    },
    /** The accounts that are read. */
    count: () => watched.size,
  }
}

type Watched = {
  readonly watchers: Set<Watcher>
  first: Promise<void>
  /** Null until the first reading. */
  latest: Activity | null
  timer: NodeJS.Timeout | undefined
}
