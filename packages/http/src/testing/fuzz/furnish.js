const DAY_MS = 24 * 60 * 60 * 1_000

/** Creates objects of every kind in one account, so that requests find some. All names begin with `label`. */
export async function furnish(fixture, { account, label = '', n }) {
  const plan = planOf({ account, label, n })
  const { key, declared, phones, senders, link } = plan
  const { admin, now } = fixture
  const own = (method, path, body) => fixture.call(key, method, path, body)
  const applied = await admin('POST', '/apply', { account: declared })
  const user = `person${n}@example.com`
  await admin('POST', '/users', { email: user, roles: [{ account: applied.account.id, role: 'viewer' }] })
  const groups = applied.groups.slice(0, 2).map(({ id }) => id)
  const hook = { url: `https://hooks.invalid/${encodeURIComponent(label)}`, events: ['message.sent'] }
  const webhook = (await admin('POST', `${pathOf(account)}/webhooks`, hook)).id
  await enroll(own, { phones, groups, label })
  const content = { from: senders[0], body: `${label}Hi {{trackingLink "${link}"}}` }
  const { optedOut, unreachable } = await goAstray(fixture, plan)
  const sent = await send(own, { ...plan, unreachable, content })
  const remake = { audience: audienceOf(groups), ...content, schedule: dailyFrom(now) }
  const schedule = (await own('POST', SCHEDULES, remake)).id
  const segment = (await own('POST', '/segments', { name: `${label}Members`, filter: audienceOf(groups).filter })).id
  const template = (await own('POST', TEMPLATES, { name: `${label}Offer`, body: content.body })).id
  const list = `${label}Guests`
  await admin('POST', `${pathOf(account)}/contact-lists`, { name: list, phoneNumbers: [phones[0], phones[3]] })
  await admin('POST', `${pathOf(account)}/schedules`, { list, ...content, schedule: dailyFrom(now) })
  const passed = { audience: audienceOf(groups), ...content, schedule: onceBefore(now) }
  const ended = (await own('POST', SCHEDULES, passed)).id
  const { eventId } = await admin('POST', `${pathOf(account)}/webhooks/${webhook}/test`)
  await fixture.until(async () => (await own('GET', `${SCHEDULES}/${ended}`)).status === 'ended')
  for (const [kind, id] of [
    ['broadcast', sent.broadcast],
    ['batch', sent.batch],
  ])
    await fixture.until(async () => (await own('GET', `/messaging/${kind}/${id}`)).status === 'completed')
  const { prefix, spareKey } = plan
  return {
    ...{ account, key, declared, schedule, ended, remake, now, optedOut, phones, prefix, senders, groups },
    ...{ groupNames: [`${label}VIP`, `${label}News`], webhook, event: eventId, ...sent },
    ...{ list, link, segment, spareKey, template, number: senders[0] },
    // Users belong to the service. In an object, their ids are not taken for those of an account.
    ...{ user, ids: { account: applied.account.id } },
  }
}

/** The part of the account's content that is known before any request. */
function planOf({ account, label, n }) {
  const prefix = `+1202${555 + n}`
  const number = (i) => `${prefix}${String(i).padStart(4, '0')}`
  const [active, inactive, spare] = [200, 201, 202].map(number)
  const key = { id: `key_${n}`, secret: `the-secret-of-account-${n}` }
  const spareKey = `key_${n}_spare`
  const link = `go.${account.toLowerCase().replaceAll(' ', '-')}.example.com/sale`
  const declared = {
    name: account,
    rateLimits: null,
    dailyMessageQuota: null,
    capabilities: { silentOptIn: true },
    credits: { sms: 10_000_000, mms: 10_000_000 },
    optInForm: { open: true, consentText: null },
    compliance: { blockedPhrases: [`${label}blocked`], blockPublicShorteners: true },
    apiKeys: [key, { id: spareKey, secret: `another-secret-of-${n}` }],
    numbers: [
      { number: active, mms: true, status: 'active' },
      { number: inactive, status: 'inactive' },
      { number: spare },
      { number: `1234${n}`, mms: false, status: 'active' },
    ],
    groups: [
      { name: `${label}VIP`, default: true, tags: [`${label}vip`] },
      { name: `${label}News`, optInType: 'DOUBLE' },
    ],
    customFields: FIELDS.map((field) => ({ ...field, label: label + field.label, status: 'active' })),
    trackingLinks: [{ link, target: `https://shop.example.com/${label}` }],
  }
  const phones = [101, 102, 103, 104, 105, 106].map(number)
  const crowd = Array.from({ length: 98 }, (_, i) => number(1_000 + i))
  return { prefix, key, spareKey, link, declared, phones, crowd, senders: [active, inactive, `1234${n}`] }
}

/** The first two and the last two phones become members; the third has to confirm, and the fourth is in no group. */
async function enroll(own, { phones, groups, label }) {
  for (const phone of phones) await own('POST', `/contacts/by-phone/${phone}`, { firstName: `${label}Ann` })
  const [first, second, third, , fifth, sixth] = phones
  for (const phone of [first, second, fifth, sixth])
    await own('POST', `/contacts/by-phone/${phone}/groups/${groups[0]}`, { optInMode: 'SILENT' })
  await own('POST', `/contacts/by-phone/${third}/groups/${groups[1]}`, { optInMode: 'CONFIRM' })
}

/** One member texts STOP, and the phone of another rejects every text. */
async function goAstray({ outside }, { phones, senders }) {
  const [optedOut, unreachable] = phones.slice(4)
  await outside.text({ from: optedOut, to: senders[0], body: 'STOP' })
  await outside.refuse(unreachable)
  return { optedOut, unreachable }
}

/** Sends a message, a batch and a broadcast, and returns their ids. */
async function send(own, { phones, unreachable, crowd, content }) {
  const [first, second] = phones
  const { from, body } = content
  const message = await own('POST', '/messaging/message', { to: first, ...content })
  const texts = [first, second, unreachable].map((to) => ({ to, body }))
  const batch = await own('POST', '/messaging/batch', { from, recipients: texts })
  const recipients = [first, second, unreachable, ...crowd].map((to) => ({ to }))
  const broadcast = await own('POST', '/messaging/broadcast', { ...content, recipients })
  return { message: message.id, batch: batch.id, broadcast: broadcast.id }
}

const TEMPLATES = '/templates'
const SCHEDULES = '/messaging/broadcast/schedules'

function audienceOf(groups) {
  return { filter: { contact: { groups: { ids: { in: groups } } } } }
}

function dailyFrom(now) {
  const at = new Date(now.getTime() + 7 * DAY_MS).toISOString().slice(0, 16)
  return { at, timezone: 'UTC', recurrence: { frequency: 'daily', interval: 1, endType: 'never' } }
}

/** A single send in the recent past, so that the schedule ends at once. */
function onceBefore(now) {
  return { at: new Date(now.getTime() - 10 * 60_000).toISOString().slice(0, 16), timezone: 'UTC' }
}

function pathOf(account) {
  return `/accounts/${encodeURIComponent(account)}`
}

const FIELDS = [
  { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
  { key: 'contact_custom_field_2', label: 'Note', type: 'TEXT' },
  { key: 'contact_custom_field_3', label: 'Age', type: 'NUMBER' },
  { key: 'contact_custom_field_4', label: 'Member', type: 'BOOLEAN' },
  { key: 'contact_custom_field_5', label: 'Since', type: 'DATE' },
  { key: 'contact_custom_field_6', label: 'Likes', type: 'MULTI_SELECT', options: ['Tea', 'Rum', 'Ale'] },
]

/** Restores what the requests of the operation at `path` may have removed from the account. */
export async function mend({ call, admin }, things, path) {
  const { key, account, declared, groups, phones, remake } = things
  const isDeclared = /apply|keys/.test(path)
  if (isDeclared) await admin('POST', '/apply', { account: declared })
  if (isDeclared || path.includes('contacts')) {
    for (const phone of [phones[0], phones[1], phones[5]]) {
      const contact = `/contacts/by-phone/${phone}`
      await call(key, 'POST', contact, {}, [409])
      await call(key, 'POST', `${contact}/groups/${groups[0]}`, { optInMode: 'SILENT' }, [409])
    }
  }
  if (path.includes('users')) await admin('PATCH', `/users/${things.user}`, { isDisabled: false })
  if (path.includes('segments')) {
    const fields = { name: `After ${things.segment}`, filter: audienceOf(groups).filter }
    things.segment = (await call(key, 'POST', '/segments', fields)).id
  }
  if (path.includes('schedules')) things.schedule = (await call(key, 'POST', SCHEDULES, remake)).id
  if (path.includes('templates')) {
    const offer = { name: `Offer after ${things.template}`, body: remake.body }
    things.template = (await call(key, 'POST', TEMPLATES, offer)).id
  }
  if (!isDeclared && !path.includes('webhooks')) return
  const webhooks = `${pathOf(account)}/webhooks`
  const { results } = await admin('GET', webhooks)
  if (results.some(({ id, enabled }) => id === things.webhook && enabled)) return
  // The number of webhooks of an account is limited.
  for (const { id } of results) await admin('DELETE', `${webhooks}/${id}`)
  const url = `https://hooks.invalid/after/${things.webhook}`
  things.webhook = (await admin('POST', webhooks, { url, events: ['message.sent'] })).id
  things.event = (await admin('POST', `${webhooks}/${things.webhook}/test`)).eventId
}
