import { declaration, OURS, POOLED } from './declaration.js'

const [ANN, BOB, CLEO, DAN] = ['+12025550140', '+13035550141', '+14045550142', '+16025550143']
const RECIPIENTS = Array.from({ length: 100 }, (_, n) => `+1303555${String(6000 + n)}`)
const MONDAYS = {
  frequency: 'weekly',
  interval: 1,
  daysOfWeek: ['mon'],
  endType: 'afterOccurrences',
  endAfterOccurrences: 3,
}
/** Two receipts of deliveries, three texts that come in, and one opt-out. */
const EVENTS = 6
const ACCOUNT = '/admin/v1/accounts/Kept'

/** Does something with every part of the service, and returns the paths that show what is there afterwards. */
export async function useService({ api, admin, get, simulated, receipt, click }, hook) {
  const { groups, webhooks, pools } = await admin('POST', '/admin/v1/apply', declaration(hook))
  const [vip, news] = groups.map(({ id }) => id)
  const phone = (number) => encodeURIComponent(number)

  await api('POST', `/api/v1/contacts/by-phone/${phone(ANN)}`, {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    birthDate: '1990-02-28',
    address: { postalCode: '20500', country: 'us' },
    customFields: { Plan: 'Pro' },
  })
  for (const [number, firstName] of [
    [BOB, 'Bob'],
    [CLEO, 'Cleo'],
  ]) {
    await api('POST', `/api/v1/contacts/by-phone/${phone(number)}`, { firstName })
  }
  for (const number of [ANN, BOB, CLEO]) {
    await api('POST', `/api/v1/contacts/by-phone/${phone(number)}/groups/${vip}`, { optInMode: 'DIRECT' })
  }
  await api('POST', `/api/v1/contacts/by-phone/${phone(ANN)}/groups/${news}`, { optInMode: 'CONFIRM' })
  const rows = [`${DAN},Dan,Free`, '555-0125,Nobody,Free', ...RECIPIENTS.map((to, n) => `${to},Number ${n},Pro`)]
  const csv = `phoneNumber,firstName,Plan\n${rows.join('\n')}\n`
  await admin('POST', `${ACCOUNT}/contacts/import?group=VIP`, csv, 'text/csv')
  await admin('POST', `${ACCOUNT}/contact-lists`, { name: 'New customers', phoneNumbers: [ANN, BOB] })

  const template = await api('POST', '/api/v1/templates', {
    name: 'Opening',
    body: 'Hi {{contact_first_name}}, we open.',
  })
  const segment = await api('POST', '/api/v1/segments', {
    name: 'Anns',
    filter: { contact: { firstName: { eq: 'Ann' } } },
  })

  const single = await api('POST', '/api/v1/messaging/message', {
    ...{
      to: ANN,
      from: OURS,
      body: 'Hi {{contact_first_name}}: {{trackingLink "go.acme.com/sale"}}',
      idempotencyKey: 'single-1',
    },
  })
  const broadcast = await api('POST', '/api/v1/messaging/broadcast', {
    ...{
      from: OURS,
      body: 'Hello {{contact_first_name}}',
      recipients: RECIPIENTS.map((to) => ({ to })),
      idempotencyKey: 'all-1',
    },
  })
  const batch = await api('POST', '/api/v1/messaging/batch', {
    from: OURS,
    recipients: [
      { to: BOB, body: 'Yours, Bob: {{trackingLink "go.acme.com/sale"}}' },
      { to: CLEO, body: 'Yours, Cleo' },
    ],
  })
  const ofBroadcast = `/api/v1/messaging/broadcast/${broadcast.id}`
  const ofBatch = `/api/v1/messaging/batch/${batch.id}`
  await until(async () => (await get(ofBroadcast)).status === 'completed')
  await until(async () => (await get(ofBatch)).status === 'completed')
  await receipt(ANN, { status: 'delivered' })
  await receipt(RECIPIENTS[0], { status: 'delivered' })
  await receipt(RECIPIENTS[1], { status: 'failed', errorType: 'carrier_rejected' })

  // Dan keeps the number that he texted, the others get theirs when they are texted first.
  await simulated({ from: DAN, to: POOLED[1], body: 'Is this you?' })
  const [{ id: pool }] = pools
  const fromPool = await api('POST', '/api/v1/messaging/message', { to: DAN, from: pool, body: 'Yes, Dan.' })
  const broadcastFromPool = await api('POST', '/api/v1/messaging/broadcast', {
    from: pool,
    body: 'Hello {{contact_first_name}} from near you',
    recipients: [ANN, DAN, ...RECIPIENTS].map((to) => ({ to })),
  })
  const ofPool = `/api/v1/messaging/broadcast/${broadcastFromPool.id}`
  await until(async () => (await get(ofPool)).status === 'completed')

  await click(/https:\/\/\S+/.exec(single.body)[0])
  await simulated({ from: BOB, to: OURS, body: 'When do you open?' })
  await simulated({ from: CLEO, to: OURS, body: 'STOP' })
  const schedule = await api('POST', '/api/v1/messaging/broadcast/schedules', {
    audience: { filter: { contact: { groups: { ids: { in: [vip] } } } } },
    from: OURS,
    body: 'Hi {{contact_first_name}}, we open at noon.',
    schedule: { at: '2090-01-02T09:00', timezone: 'America/New_York', sendByLocalTime: true, recurrence: MONDAYS },
  })
  await api('PATCH', `/api/v1/messaging/broadcast/schedules/${schedule.id}`, { status: 'paused' })
  const withTemplate = await api('POST', '/api/v1/messaging/broadcast/schedules', {
    audience: { filter: { contact: { segments: { ids: { in: [segment.id] } } } } },
    from: OURS,
    template: { id: template.id },
    schedule: { at: '2090-01-02T09:00', timezone: 'America/New_York' },
    canary: { recipients: 500, waitMinutes: 30, stopWhen: { failedOver: 0.05, optedOutOver: 0.02, atLeast: 200 } },
  })
  await until(async () => {
    const { results } = await get(`${ACCOUNT}/webhooks/${webhooks[0].id}/deliveries`)
    return results.length === EVENTS && results.every(({ status }) => status === 'delivered')
  })

  return [
    ...[ANN, BOB, CLEO, DAN].map((number) => `/api/v1/contacts/by-phone/${phone(number)}`),
    ...[ANN, BOB, CLEO].map((number) => `/api/v1/contacts/by-phone/${phone(number)}/consent`),
    ...[ANN, CLEO].map((number) => `/api/v1/contacts/by-phone/${phone(number)}/consent/proof`),
    '/api/v1/contacts/custom-fields/schema',
    '/api/v1/groups',
    ...[vip, news].map((id) => `/api/v1/groups/${id}`),
    `/api/v1/messaging/message/${single.id}`,
    `/api/v1/messaging/message/${single.id}/clicks`,
    `/api/v1/messaging/message/${fromPool.id}`,
    ...[ofBroadcast, ofBatch, ofPool].flatMap((path) => [path, `${path}/messages`, `${path}/clicks`]),
    ...[schedule, withTemplate].map(({ id }) => `/api/v1/messaging/broadcast/schedules/${id}`),
    `/api/v1/templates/${template.id}`,
    `/api/v1/segments/${segment.id}`,
    `/api/v1/segments/${segment.id}/count`,
    '/api/v1/links',
    '/api/v1/account/credits',
    '/admin/v1/accounts',
    `${ACCOUNT}/webhooks/${webhooks[0].id}`,
    `${ACCOUNT}/webhooks/${webhooks[0].id}/deliveries`,
    `${ACCOUNT}/contacts/export`,
    `/admin/v1/broadcasts/${broadcast.id}`,
    `${ACCOUNT}/jobs/dead`,
  ]
}

async function until(holds) {
  const latest = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > latest) throw new Error(`Not within a minute: ${holds}, ${JSON.stringify(await holds())}`)
    await new Promise((wake) => setTimeout(wake, 1000))
  }
}
