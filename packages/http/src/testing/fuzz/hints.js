import fc from 'fast-check'
import { days, instants } from './values/values.js'

const DAY_MS = 24 * 60 * 60 * 1_000
const ZONES = ['UTC', 'America/New_York', 'europe/berlin', 'Asia/Kathmandu', 'Japan', 'Pacific/Apia']
const BODIES = [
  'Hi',
  'Hi {{contact_first_name}} {{trackingLink "go.acme.example.com/sale"}}',
  'Ünïcode 🔔',
  '\t',
  'x'.repeat(640),
]
const MEDIA = ['https://example.com/a.jpg', 'http://example.com:8080/a?b=c', 'https://[2606:4700::1111]/x']
const PROFILE = {
  firstName: ['Ann', 'Zoë', ''],
  email: ['ann@example.com', 'a+b@host', ''],
  birthDate: ['1990-02-28', '2000-02-29', ''],
  country: ['US', 'de', ''],
  postalCode: ['80202', '20500-0001', 'SW1A 1AA', ''],
}

/**
 * Generates values from the names of parameters and properties, so that requests name existing objects. The schemas
 * alone would lead only to ids that do not exist. The path parameter `name` is called `path:name`.
 */
export function hintsOf({ things, now }) {
  const byName = meaningsByName(things, now)
  const byRef = meaningsByRef(things, now)
  const meant = ({ name, ref, schema }) => {
    // Conditions of filters have the names of the fields that they are about.
    if (/(Operators|Conditions?)$/.test(ref ?? '')) return null
    if (schema.pattern?.startsWith('^(brc|bat)_')) return some(things.broadcast, things.batch)
    const bare = name.replace(/^(path|query):/, '')
    const found = byName[name] ?? byRef[ref] ?? (name === bare || schema.enum === undefined ? byName[bare] : undefined)
    return found?.({ ref, schema }) ?? null
  }
  return (asked, plain) => {
    const hinted = meant(asked)
    if (hinted === null) return plain()
    // The service posts to this URL, so its host must not exist.
    if (asked.name === 'url') return hinted
    const isFilter = asked.ref === 'ContactFilter'
    return fc.oneof({ arbitrary: hinted, weight: isFilter ? 1 : 30 }, { arbitrary: plain(), weight: 1 })
  }
}

/** Each function gets a schema, and returns null if the name means something else in that schema. */
function meaningsByName(things, now) {
  return {
    'path:name': () => some(things.account),
    'path:phoneNumber': () => phones(things),
    'path:keyId': () => some(things.spareKey, 'key_none'),
    'path:userId': () => some(things.user, 'nobody@example.com'),
    account: ({ schema }) => (schema.pattern?.startsWith('^acc_') ? some(things.ids.account) : null),
    'path:jobId': () => some(`job_${'0'.repeat(26)}`),
    'path:eventId': () => some(things.event, 'evt_none'),
    'path:carrier': () => some('main', 'smsc'),
    'query:carrier': () => some('main', 'smsc'),
    'path:link': () => some(things.link),
    'query:event': () => some(things.event),
    'query:link': () => some(things.link, ''),
    'query:group': () => some(things.groupNames, things.groups),
    'query:q': () => some('Ann', '0123', '+1 (202) 555', 'vi', ''),
    'query:field': () => some('Plan', 'plan', ''),
    'query:value': () => some('Pro', 'free', '1.50', ''),
    'query:name': () => some('VIP', 'vi', 'Ann'),
    'query:filter': () =>
      some(
        filtersOf(things).map((contact) => JSON.stringify({ contact })),
        '',
      ),
    'query:phoneNumber': () => some('+1202', '1202', ''),
    'query:status': ({ schema }) =>
      schema.enum === undefined ? some('active', 'paused,ended', 'active,active') : null,
    'query:timing': () => some('oneTime', 'recurring', 'oneTime,recurring'),
    'query:from': ({ schema }) => (schema.format === 'date' ? nearDays(now) : nearInstants(now)),
    'query:to': ({ schema }) => (schema.format === 'date' ? nearDays(now) : nearInstants(now)),
    expiresAt: () => some(new Date(now.getTime() + DAY_MS).toISOString()),
    to: () => phones(things),
    recipients: ({ schema }) => (schema.minItems === 100 ? hundreds(things) : null),
    name: ({ schema }) => (schema.description?.startsWith('By it') ? some(things.account, 'Yard two') : named('Group')),
    label: () => named('Field'),
    number: () => fc.integer({ min: 3_000, max: 9_999 }).map((n) => `${things.prefix}${n}`),
    link: ({ schema }) =>
      schema.description?.includes('of the account')
        ? some(things.link)
        : fc.nat(999).map((n) => `go.yard-${n}.example.com/sale`),
    default: () => some(false),
    tags: () => some([[]], [['vip']]),
    phone: () => phones(things),
    phoneNumbers: ({ schema }) => (schema.type === 'array' ? null : phones(things)),
    from: ({ ref, schema }) =>
      ref === 'SenderNumber' ? some(things.senders) : schema.pattern?.endsWith('$') ? instants() : null,
    sender: () => some(null, things.senders),
    body: () => some(BODIES),
    mediaUrl: () => some(MEDIA),
    in: ({ schema }) => idLists(schema, things),
    notIn: ({ schema }) => idLists(schema, things),
    list: () => some(things.list),
    id: ({ schema }) => (schema.description === 'The id of a template.' ? some(things.template) : null),
    eventId: () => some(things.event),
    timezone: () => some(ZONES),
    at: () => clocks(now),
    endOnDate: () => clocks(now).map((text) => `${Number(text.slice(0, 4)) + 2}${text.slice(4)}`),
    sendByLocalTime: () => some(false, false, true),
    url: () => fc.nat().map((n) => `https://hooks.invalid/${n}`),
    secret: ({ schema }) => (schema.pattern === '^whsec_' ? secrets() : null),
    target: () => some(MEDIA),
    customFields: ({ schema }) => (schema.type === 'array' ? null : customValues()),
    rateLimits: () => some(null),
    dailyMessageQuota: () => some(null),
    open: () => some(true),
    ...Object.fromEntries(Object.entries(PROFILE).map(([name, values]) => [name, () => some(values)])),
  }
}

function meaningsByRef(things, now) {
  return {
    PhoneNumber: () => phones(things),
    GroupId: () => some(things.groups),
    MessageId: () => some(things.message),
    BroadcastId: () => some(things.broadcast),
    BatchId: () => some(things.batch),
    SegmentId: () => some(things.segment),
    ContactFilter: () => some(filtersOf(things).map((contact) => ({ contact }))),
    ScheduleId: () => some(things.schedule, things.schedule, things.ended),
    TemplateId: () => some(things.template),
    WebhookId: () => some(things.webhook),
    SenderNumber: () => some(things.senders),
    WallClock: () => clocks(now),
  }
}

/** Filters that find somebody, besides those that the schemas lead to. */
function filtersOf({ groups, segment }) {
  return [
    { groups: { ids: { in: groups } } },
    { segments: { ids: { in: [segment] } } },
    { not: { firstName: { contains: 'nobody' } } },
    { all: [] },
  ]
}

/** Lists of ids, if the schema is one of groups or segments. */
function idLists({ items }, { groups, segment }) {
  const [example = ''] = items?.examples ?? []
  if (example.startsWith('seg_')) return fc.constant([segment])
  return example.startsWith('grp_') ? fc.array(some(groups), { minLength: 1, maxLength: 3 }) : null
}

function some(...values) {
  return fc.constantFrom(...values.flat())
}

/** Wall-clock times within the next 400 days. */
function clocks(now) {
  return fc
    .integer({ min: 0, max: 400 * 24 * 60 })
    .map((minutes) => new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 16))
}

function phones({ phones: known, prefix }) {
  const fresh = fc.integer({ min: 0, max: 9_999 }).map((n) => `${prefix}${String(n).padStart(4, '0')}`)
  return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, { arbitrary: fresh, weight: 1 })
}

/** The minimum of 100 recipients of a broadcast, without duplicates; the first two are in a group. */
function hundreds({ phones: [first, second], prefix }) {
  return fc.nat(5_000).map((start) => {
    const rest = Array.from({ length: 98 }, (_, i) => `${prefix}${String(start + i + 1_000).padStart(4, '0')}`)
    return [first, second, ...rest].map((to) => ({ to }))
  })
}

function named(noun) {
  return fc.nat(999).map((n) => `${noun} ${n}`)
}

function nearDays(now) {
  const near = fc
    .integer({ min: -20, max: 20 })
    .map((n) => new Date(now.getTime() + n * DAY_MS).toISOString().slice(0, 10))
  return fc.oneof({ arbitrary: near, weight: 4 }, { arbitrary: days(), weight: 1 })
}

function nearInstants(now) {
  const near = fc.integer({ min: -20, max: 20 }).map((n) => new Date(now.getTime() + n * DAY_MS).toISOString())
  return fc.oneof({ arbitrary: near, weight: 4 }, { arbitrary: instants(), weight: 1 })
}

function secrets() {
  return fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
}

function customValues() {
  const good = {
    Plan: fc.constantFrom('Pro', null),
    note: fc.string(),
    Age: fc.integer(),
    Member: fc.boolean(),
    Likes: fc.constantFrom(['Tea'], [], null),
  }
  const bad = {
    Plan: fc.constant('none of them'),
    Since: fc.constantFrom('2021-02-29', 'today'),
    Likes: fc.constant(['Tea', 'Tea']),
    Age: fc.string(),
    ['plan ']: fc.constant('Pro'),
  }
  return fc.oneof(
    { arbitrary: fc.record(good, { requiredKeys: [] }), weight: 4 },
    { arbitrary: fc.record(bad, { requiredKeys: [] }), weight: 1 },
  )
}
