/** A number that has never opted in to any account. */
const STRANGER = '+12025540123'
const HOUR_MS = 60 * 60 * 1_000
const MINUTE_MS = 60_000

/**
 * The rules that no schema can express. A request must not succeed if `isBroken` is true for it. `breaking` changes any
 * request of the operation so that it breaks only this rule. Both functions get the request's parameters and body, and
 * the objects of the account that it is sent for.
 */
export function rulesOf({ id }) {
  return RULES.filter(({ operations }) => operations.includes(id))
}

/** The rule that a request breaks; null if it breaks none. */
export function brokenRule(operation, { params, json }, things) {
  const given = { params, body: json !== null && typeof json === 'object' ? json : {}, things }
  return rulesOf(operation).find(({ isBroken }) => isBroken(given))?.what ?? null
}

const SENDS = ['sendMessage', 'startBroadcast', 'startBatch', 'createSchedule']

const RULES = [
  {
    what: 'its roles name an account twice',
    operations: ['inviteUser', 'changeUser'],
    isBroken: ({ body: { roles } }) =>
      Array.isArray(roles) && new Set(roles.map((role) => role?.account)).size < roles.length,
    breaking: ({ body, things: { ids } }) => ({
      body: { ...body, roles: ['viewer', 'admin'].map((role) => ({ account: ids.account, role })) },
    }),
  },
  {
    what: 'its idempotency key is none',
    operations: SENDS,
    isBroken: ({ body: { idempotencyKey: key } }) => key !== undefined && !/^[\w@()-]{2,100}$/.test(key),
    breaking: ({ body, things, place }) => ({
      body: { ...sound(body, things), idempotencyKey: ['a', 'a'.repeat(101), 'a b', 'é0', '1'][place % 5] },
    }),
  },
  {
    what: 'recipients are named twice',
    operations: ['startBroadcast', 'startBatch'],
    isBroken: ({ body }) => new Set(numbersOf(body)).size < numbersOf(body).length,
    breaking: ({ body, things }) => ({
      body: {
        ...sound(body, things),
        audience: undefined,
        recipients: withTwins(body.recipients ?? [{ to: STRANGER }]),
      },
    }),
  },
  {
    what: 'its sender is not an active one of the account',
    operations: SENDS,
    isBroken: ({ body, things: { senders } }) => typeof body.from === 'string' && !isActive(body.from, senders),
    breaking: ({ body, things }) => ({ body: { ...sound(body, things), from: things.senders[1] } }),
  },
  {
    what: 'its recipient has opted out, or never opted in',
    operations: ['sendMessage'],
    isBroken: ({ body, things }) => mayNotBeTexted(body.to, things),
    breaking: ({ body, things, place }) => ({
      body: { ...sound(body, things), to: [STRANGER, things.optedOut][place % 2] },
    }),
  },
  {
    what: 'none of its recipients may be texted',
    operations: ['startBatch'],
    isBroken: ({ body, things }) =>
      numbersOf(body).length > 0 && numbersOf(body).every((to) => mayNotBeTexted(to, things)),
    breaking: ({ body, things }) => ({
      body: { ...sound(body, things), recipients: [STRANGER, things.optedOut].map((to) => ({ to, body: 'Hi' })) },
    }),
  },
  {
    what: 'its first send is more than an hour ago',
    operations: ['createSchedule'],
    isBroken: ({ body: { schedule }, things: { now } }) =>
      schedule?.timezone === 'UTC' && Date.parse(`${schedule.at}Z`) < now.getTime() - HOUR_MS - MINUTE_MS,
    breaking: ({ body, things }) => {
      const at = new Date(things.now.getTime() - HOUR_MS - 2 * MINUTE_MS).toISOString().slice(0, 16)
      return { body: { ...sound(body, things), schedule: { at, timezone: 'UTC' } } }
    },
  },
  {
    what: 'waves do not go with local times',
    operations: ['createSchedule'],
    isBroken: ({ body }) => body.schedule?.sendByLocalTime === true && body.waveConfig != null,
    breaking: ({ body, things }) => ({
      body: {
        ...sound(body, things),
        schedule: { ...body.schedule, sendByLocalTime: true },
        waveConfig: { recipientsPerWave: 1, waveIntervalMinutes: 1 },
      },
    }),
  },
  {
    what: 'the schedule has ended',
    operations: ['changeSchedule'],
    isBroken: ({ params, things }) => params.scheduleId === things.ended,
    breaking: ({ params, things }) => ({ params: { ...params, scheduleId: things.ended }, body: { body: 'Hi' } }),
  },
  {
    what: 'there is a contact at the number',
    operations: ['createContact'],
    isBroken: ({ params, things }) => things.phones.includes(params.phoneNumber),
    breaking: ({ params, body, things }) => ({ params: { ...params, phoneNumber: things.phones[0] }, body }),
  },
  {
    what: 'only whoever has opted out can take it back',
    operations: ['joinGroup'],
    isBroken: ({ params, things }) => things.optedOut !== null && params.phoneNumber === things.optedOut,
    breaking: ({ params, body, things }) => ({ params: { ...params, phoneNumber: things.optedOut }, body }),
  },
]

/** The same request with a valid text, sender and recipient. */
function sound({ mediaUrl: _, recipients, to, ...rest }, { senders: [from], phones: [member] }) {
  const texts = recipients?.map((one) => (one.body === undefined ? one : { ...one, body: 'Hi' }))
  return {
    ...{ ...rest, from, body: 'Hi' },
    ...(to === undefined ? {} : { to: member }),
    ...(texts === undefined ? {} : { recipients: texts }),
  }
}

function numbersOf({ recipients }) {
  return Array.isArray(recipients) ? recipients.flatMap((one) => (typeof one?.to === 'string' ? [one.to] : [])) : []
}

/** Keeps the number of recipients, unless there is only one, so that the duplicate is the only fault. */
function withTwins(recipients) {
  const [first] = recipients
  return recipients.length > 1 ? [...recipients.slice(0, -1), first] : [first, first]
}

function isActive(from, [active, , shortCode]) {
  return from === active || from === shortCode
}

function mayNotBeTexted(to, { optedOut }) {
  return to === STRANGER || to === optedOut
}
