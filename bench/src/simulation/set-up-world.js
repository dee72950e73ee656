import {
  ApplyAccount,
  CreateContact,
  EVENT_TYPES,
  ImportContacts,
  JoinGroup,
  parsePhoneNumber,
  SaveContactList,
} from '@carillon/core'
import { policiesOf, poolsOf } from './policies.js'
import { FIRST_NAME, LAST_NAME } from './outside/texts.js'

/**
 * Sets up a world: a few phones that act, and a crowd that only receives; one or two accounts with groups, credits
 * for a while, perhaps a quota, and numbers, some of which are slow; contacts for most phones, mostly opted in.
 */
export async function setUpWorld(world, ports) {
  const { dice } = world
  const phones = Array.from({ length: dice.between(3, 8) }, (_, i) => parsePhoneNumber(`${dice.pick(PREFIXES)}${i}`))
  const crowd = crowdOf(dice)
  const setups = []
  for (const name of dice.hits(0.3) ? ['Acme', 'Beta'] : ['Acme']) {
    setups.push(await setUpAccount(world, ports, { name, phones, crowd }))
  }
  const byAccount = (part) => new Map(setups.map((one) => [one.account.id, part(one)]))
  return {
    phones,
    crowd,
    isCrowded: crowd.length >= CROWDED,
    accounts: setups.map(({ account }) => account),
    senders: byAccount(({ declaration }) => declaration.numbers.slice(0, 2).map(({ number }) => number)),
    pooled: byAccount(({ declaration }) => declaration.numbers.slice(2).map(({ number }) => number)),
    groups: byAccount(({ parts }) => parts.groups.map(({ id }) => id)),
    lists: byAccount(({ list }) => list),
    links: byAccount(({ declaration }) => declaration.trackingLinks[0]),
    phonesOptedOutAtProvider: new Set([...phones, ...crowd].filter(() => dice.hits(0.1))),
  }
}

/** Number prefixes in different time zones, and one without a known zone. */
const PREFIXES = ['+1202555010', '+1202555010', '+1312555010', '+1303555999', '+44740012345']

/** From this size on, a broadcast to all phones has more than one chunk, and senders must not be slow. */
const CROWDED = 1_100

function crowdOf(dice) {
  const length = dice.hits(0.01)
    ? dice.between(CROWDED, 2_500)
    : dice.hits(0.3)
      ? dice.between(40, 160)
      : dice.between(0, 40)
  return Array.from({ length }, (_, i) => parsePhoneNumber(`+1303555${String(i).padStart(4, '0')}`))
}

async function setUpAccount(world, ports, { name, phones, crowd }) {
  const { dice } = world
  const declaration = { ...declarationOf(name, { dice, crowd }), ...policiesOf(world) }
  const { account, parts } = await new ApplyAccount(ports).execute({ declaration, prune: false })
  const staff = parts.groups.find(({ name }) => name === 'Staff')
  for (const phone of phones.filter(() => dice.hits(0.9))) {
    const named = { firstName: FIRST_NAME, lastName: LAST_NAME, customFields: { Plan: 'Gold' } }
    const fields = dice.hits(0.5) ? named : {}
    await new CreateContact(ports).execute({ account, phone, fields })
    if (dice.hits(0.8)) await new JoinGroup(ports).execute({ account, phone, group: staff.id, mode: 'DIRECT' })
  }
  const rows = crowd.filter(() => dice.hits(0.95)).map((phone, i) => ({ line: i + 1, cells: [phone] }))
  const read = ([phone]) => ({ phone, patch: {} })
  const steps = new ImportContacts(ports).execute({
    account,
    group: staff,
    fields: parts.customFields,
    read,
    rows: [rows],
  })
  for await (const { rejected } of steps) if (rejected.length > 0) throw new Error(rejected[0].reason)
  const guests = [...phones.slice(0, 2), ...crowd.slice(0, 50)]
  const { id: list } = await new SaveContactList(ports).execute({ accountName: name, name: 'Guests', phones: guests })
  return { account, parts, declaration, list }
}

/** @returns {import('@carillon/core').AccountDeclaration} */
function declarationOf(name, { dice, crowd }) {
  const domain = `${name.toLowerCase()}.example.com`
  const [first, second] = name === 'Acme' ? ['+12025550190', '+12025550191'] : ['+12025550180', '+12025550181']
  const isRich = dice.hits(0.7)
  const throttled = () => ({ messagesPerSecond: dice.hits(0.4) && crowd.length < CROWDED ? dice.pick(RATES) : null })
  const numbers = [
    { number: first, mms: dice.hits(0.8), ...throttled() },
    { number: second, mms: true, ...throttled() },
  ]
  return {
    name,
    ...poolsOf({ dice }, { name, numbers, rated: throttled }),
    capabilities: { silentOptIn: dice.hits(0.8) },
    smartEncoding: dice.hits(0.5),
    credits: { sms: dice.between(0, 60) + (isRich ? 20 * crowd.length : 0), mms: dice.between(0, 10) },
    dailyMessageQuota: dice.hits(0.3) ? dice.between(1, 20) + (isRich ? 2 * crowd.length : 0) : null,
    // Every person of the world can text and join.
    formCountries: ['US', 'GB'],
    groups: [
      { name: 'News', default: dice.hits(0.8), optInType: 'DOUBLE', sender: second },
      { name: 'VIP', optInMessage: 'Welcome' },
      { name: 'Staff' },
    ],
    customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }],
    trackingLinks: [{ link: `go.${domain}/sale`, target: `https://shop.${domain}/sale` }],
    webhooks: webhooksOf(domain, { dice, crowd }),
  }
}

/** One endpoint that subscribes to everything; if the crowd is small, perhaps others that subscribe to some types. */
function webhooksOf(domain, { dice, crowd }) {
  const more = Array.from({ length: crowd.length > 40 ? 0 : dice.pick([0, 1, 1, 2]) }, (_, i) => {
    const events = EVENT_TYPES.filter(() => dice.hits(0.5))
    return { url: `https://${i}.hooks.${domain}/some`, events: events.length === 0 ? EVENT_TYPES.slice(0, 1) : events }
  })
  return [{ url: `https://hooks.${domain}/all`, events: EVENT_TYPES }, ...more]
}

/** Messages per second. */
const RATES = [1, 2, 5, 20]
