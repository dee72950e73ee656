import { ApplyAccount, noConsent } from '@carillon/core'
import { numberOf } from '../../shared/contact-numbers.js'
import { randomNumbers } from '../../shared/random-numbers.js'

const STORED_TOGETHER = 5_000
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage']
const PLANS = ['Free', 'Free', 'Free', 'Pro plan', 'Team']
const SYLLABLES = ['an', 'be', 'ca', 'do', 'el', 'fa', 'gi', 'ho', 'in', 'jo', 'ka', 'li', 'mo', 'na', 'or', 'pe', 'ru']
const FIRST_NAMES = 1_500
const LAST_NAMES = 20_000

/**
 * An account with `count` contacts: the older half is sorted by last name, as files often are, and the rest is in any
 * order. Few names are frequent, and most are rare. Of a hundred contacts, 88 are opted in, 5 are pending and 4 never
 * were asked; the oldest 3 % have opted out. A few have a plan, a timezone or a group that nobody else has.
 */
export async function storeBook({ deps }, { count, seed, progress }) {
  const { account } = await new ApplyAccount(deps).execute({
    declaration: {
      name: 'Acme',
      rateLimits: null,
      groups: [{ name: 'All' }, { name: 'Tenth' }, { name: 'VIP' }],
      customFields: [
        { key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT', status: 'active' },
        { key: 'contact_custom_field_2', label: 'Customer number', type: 'NUMBER', status: 'active' },
      ],
    },
    prune: false,
  })
  const groups = await deps.unitOfWork.run((stores) => stores.groups.of(account.id))
  const group = Object.fromEntries(groups.map(({ name, id }) => [name, id]))
  const random = randomNumbers(seed)
  const createdAt = new Date()
  for (let first = 0; first < count; first += STORED_TOGETHER) {
    const places = Array.from({ length: Math.min(STORED_TOGETHER, count - first) }, (_, i) => first + i)
    const people = places.map((i) => personOf(i, { count, random, account: account.id, ids: deps.ids, createdAt }))
    await store(deps, { account: account.id, people, group, createdAt })
    progress?.(first, count)
  }
  return { account, group }
}

/** A number below `max`, most often a small one. */
const oftenSmall = (random, max) => Math.floor(max * random() ** 4)

function nameOf(n) {
  const syllables = []
  for (let rest = n + 17; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    syllables.push(SYLLABLES[rest % SYLLABLES.length])
  }
  const name = syllables.join('')
  return name[0].toUpperCase() + name.slice(1)
}

const SORTED_LAST_NAMES = Array.from({ length: LAST_NAMES }, (_, n) => nameOf(n)).sort()

function personOf(i, { count, random, account, ids, createdAt }) {
  const firstName = nameOf(oftenSmall(random, FIRST_NAMES))
  const lastName =
    i < count / 2
      ? SORTED_LAST_NAMES[Math.floor((i / (count / 2)) * LAST_NAMES)]
      : SORTED_LAST_NAMES[oftenSmall(random, LAST_NAMES)]
  const share = random()
  const state = i < 0.03 * count ? 'out' : share < 0.9 ? 'in' : share < 0.95 ? 'pending' : 'none'
  const contact = {
    id: ids.next('con'),
    account,
    phone: numberOf(i),
    createdAt,
    isFavorite: false,
    firstName,
    lastName,
    email: `${firstName}.${lastName}${i % 1_000}@example.com`.toLowerCase(),
    tz: i === 5 ? 'Pacific/Honolulu' : i % 7 === 6 ? null : ZONES[i % ZONES.length],
    customValues: {
      contact_custom_field_1: i % 100_000 === 7 ? 'Platinum' : PLANS[i % PLANS.length],
      contact_custom_field_2: 5_000_000 + i,
    },
  }
  return { contact, state, inTenth: i % 10 === 0, inVip: i % 2_000 === 0 }
}

async function store({ unitOfWork }, { account, people, group, createdAt }) {
  await unitOfWork.run(async (stores) => {
    await stores.contacts.add(
      people.map(({ contact }) => contact),
      { consentsFollow: true },
    )
    await stores.consents.addOrLock(
      account,
      people.map(({ contact, state }) => ({
        ...noConsent(account, contact.phone),
        activeGroups: state === 'in' ? 1 : 0,
        optedOutAt: state === 'out' ? createdAt : null,
      })),
    )
    const joined = (some, name, state) =>
      some.map(({ contact }) => ({ account, contact: contact.id, group: group[name], state, since: createdAt }))
    const active = people.filter(({ state }) => state === 'in')
    await stores.memberships.save([
      ...joined(active, 'All', 'active'),
      ...joined(
        active.filter(({ inTenth }) => inTenth),
        'Tenth',
        'active',
      ),
      ...joined(
        active.filter(({ inVip }) => inVip),
        'VIP',
        'active',
      ),
      ...joined(
        people.filter(({ state }) => state === 'pending'),
        'All',
        'pending',
      ),
    ])
  })
}
