import { membershipsOf } from '../invariants/consent/consent.js'
import { BODIES } from '../outside/texts.js'
import { fromIn } from './pool-actors.js'

/** Broadcasts to the contacts for whom a filter holds. */
export const AUDIENCE_ACTORS = [{ name: 'broadcasts to a filter', weight: 4, act: start }]

async function start(world) {
  const { dice, accounts, bulkRequests } = world
  const account = dice.pick(accounts)
  const number = bulkRequests.size + 1
  const { condition, holds } = filterOf(world, account)
  const request = {
    kind: 'broadcast',
    account,
    from: fromIn(world, account),
    body: `#${number} ${dice.pick(BODIES).replaceAll('LINK', world.registeredLink(account.id).link)}`,
    mediaUrl: null,
    audience: { kind: 'filter', condition },
    idempotencyKey: dice.hits(0.3) ? `filter-${dice.between(1, 4)}` : null,
  }
  bulkRequests.set(number, { ...request, holds })
  const { kind, value } = await world.anyProcess().call('startBroadcastForAudience', request)
  if (kind === 'answer') world.recordBulkResponse(request, value)
}

/** A condition as a client writes it, and what it means. `holds` is called with a contact and the ids of its groups. */
function filterOf(world, account) {
  const { dice } = world
  const basic = () => dice.pick(BASIC)(world, account)
  const [one, other] = [basic(), basic()]
  switch (dice.pick(['one', 'both', 'either', 'not'])) {
    case 'one':
      return one
    case 'both':
      return {
        condition: { all: [one.condition, other.condition] },
        holds: (...given) => one.holds(...given) && other.holds(...given),
      }
    case 'either':
      return {
        condition: { any: [one.condition, other.condition] },
        holds: (...given) => one.holds(...given) || other.holds(...given),
      }
    case 'not':
      return { condition: { not: one.condition }, holds: (...given) => !one.holds(...given) }
  }
}

const BASIC = [
  () => ({ condition: { firstName: { exists: true } }, holds: ({ firstName }) => firstName !== undefined }),
  () => ({
    condition: { customFields: { contact_custom_field_1: { eq: 'gold' } } },
    holds: ({ customValues }) => customValues.contact_custom_field_1 === 'Gold',
  }),
  () => ({ condition: { tz: { eq: 'America/Denver' } }, holds: ({ tz }) => tz === 'America/Denver' }),
  ({ dice, groupsOf }, account) => {
    const group = dice.pick(groupsOf(account))
    return { condition: { groups: { ids: { in: [group] } } }, holds: (_, groups) => groups.includes(group) }
  },
  ({ dice, groupsOf }, account) => {
    const group = dice.pick(groupsOf(account))
    return { condition: { groups: { ids: { notIn: [group] } } }, holds: (_, groups) => !groups.includes(group) }
  },
]

/** The numbers of the contacts for whom the filter of a request holds now. */
export function phonesOfFilter(records, { account, holds }) {
  const isMeant = (contact) => {
    const all = membershipsOf(records, { account: account.id, phone: contact.phone })
    return holds(
      contact,
      all.flatMap(({ state, group }) => (state === 'active' ? [group] : [])),
    )
  }
  const contacts = records.tables.contacts.of(account.id).filter(isMeant)
  return contacts.map(({ phone }) => phone).toSorted()
}
