import type { KeyUse, LoggedRequest } from '../../model/requests/request-log.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { RecentMap } from '../../values/recent-map.js'

/** The last use of a key is stored at most this often by one process. */
const USE_NOTED_EVERY_MS = 60_000
const KEYS_KNOWN_MAX = 10_000

/** Stores a batch of requests of any accounts, and the last uses of their keys. */
export class RecordRequests {
  private readonly notedMs = new RecentMap<string, number>(KEYS_KNOWN_MAX)

  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ requests }: { readonly requests: readonly LoggedRequest[] }): Promise<void> {
    if (requests.length === 0) return
    const uses = this.newUsesIn(requests)
    await this.deps.unitOfWork.run(async ({ requestLog }) => {
      await requestLog.append(requests)
      await requestLog.noteUses(uses)
    })
    for (const { key, at } of uses) this.notedMs.set(key, at.getTime())
  }

  /** The last use of each key whose noted use is a minute ago or longer, in the order of the keys. */
  private newUsesIn(requests: readonly LoggedRequest[]): readonly KeyUse[] {
    const last = new Map<string, KeyUse>()
    for (const { account, key, at } of requests) {
      const isNoted = at.getTime() < (this.notedMs.get(key) ?? -Infinity) + USE_NOTED_EVERY_MS
      if (!isNoted && at >= (last.get(key)?.at ?? at)) last.set(key, { account, key, at })
    }
    return [...last.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  }
}
