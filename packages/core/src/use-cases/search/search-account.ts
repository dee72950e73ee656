import type { Account } from '../../model/accounts/account.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Contact } from '../../model/contacts/contact.js'
import type { Group } from '../../model/groups/group.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { searchTextOf } from '../../model/search/contact-search.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { foldedForSearch } from '../../values/text/search-words.js'

export type SearchAccountInput = { readonly account: Account; readonly text: string }

export type FoundInAccount = {
  readonly contacts: readonly Contact[]
  readonly groups: readonly Group[]
  readonly broadcasts: readonly Broadcast[]
  readonly schedules: readonly Schedule[]
}

/** How many of each kind are found. */
const FOUND_MAX = 5
/** The newest broadcasts and schedules whose texts are read. */
const READ_MAX = 200

/** Finds a few contacts, groups, broadcasts and schedules by a text, in an account of any size. */
export class SearchAccount {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  async execute({ account: { id }, text }: SearchAccountInput): Promise<FoundInAccount> {
    const words = text.trim()
    if (words === '') return { contacts: [], groups: [], broadcasts: [], schedules: [] }
    return this.deps.unitOfWork.run(async (stores) => ({
      contacts: await contactsWith(stores, id, words),
      groups: (await stores.groups.list(id, { page: 1, limit: FOUND_MAX, name: words })).results,
      broadcasts: (await stores.broadcasts.list(id, { status: null, after: null, limit: READ_MAX }))
        .filter((broadcast) => isFound(broadcast, words))
        .slice(0, FOUND_MAX),
      schedules: (await stores.schedules.list(id, NEWEST_SCHEDULES)).results
        .filter((schedule) => isFound(schedule, words))
        .slice(0, FOUND_MAX),
    }))
  }
}

const NEWEST_SCHEDULES = {
  ...{ page: 1, limit: READ_MAX, statuses: null, timings: null, nextFrom: null, nextTo: null },
  sort: '-createdAt',
} as const

async function contactsWith({ contactSearch }: Stores, account: AccountId, words: string) {
  const filter = { text: searchTextOf(words), group: null, consent: null, tz: null, field: null }
  return (await contactSearch.step(account, filter, { order: 'newest', after: null, limit: FOUND_MAX })).contacts
}

/** By its whole id, or by a part of its text. */
function isFound({ id, body }: { readonly id: string; readonly body: string | null }, words: string): boolean {
  return id === words || (body !== null && foldedForSearch(body).includes(foldedForSearch(words)))
}
