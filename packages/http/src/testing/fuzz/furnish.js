const DAY_MS = 24 * 60 * 60 * 1_000

/** Things of every kind, of one account, so that requests find something. All that it is called begins with `label`. */
export async function furnish({ call, admin, work, now }, { account, label = '', n }) {
  const prefix = `+1202${555 + n}`
  const number = (i) => `${prefix}${String(i).padStart(4, '0')}`
  const phones = [1, 2, 3, 4].map((i) => number(100 + i))
  const [active, inactive, spare] = [200, 201, 202].map(number)
  const key = { id: `key_${n}`, secret: `the-secret-of-account-${n}` }
  const link = `go.${account.toLowerCase().replaceAll(' ', '-')}.example.com/sale`
  const declared = {
    name: account,
    rateLimits: null,
    dailyMessageQuota: null,
    capabilities: { silentOptIn: true },
    credits: { sms: 10_000_000, mms: 10_000_000 },
    optInForm: { open: true, consentText: null },
    compliance: { blockedPhrases: [`${label}blocked`], blockPublicShorteners: true },
    apiKeys: [key, { id: `key_${n}_spare`, secret: `another-secret-of-${n}` }],
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
  const own = (method, path, body) => call(key, method, path, body)
  const applied = await admin('POST', '/apply', { account: declared })
  const groups = applied.groups.slice(0, 2).map(({ id }) => id)
  const webhooks = `/accounts/${encodeURIComponent(account)}/webhooks`
  const webhook = (
    await admin('POST', webhooks, {
      url: `https://hooks.invalid/${encodeURIComponent(label)}`,
      events: ['message.sent'],
    })
  ).id
  const [first, second, third, fourth] = phones
  for (const phone of phones) await own('POST', `/contacts/by-phone/${phone}`, { firstName: `${label}Ann` })
  for (const phone of [first, second])
    await own('POST', `/contacts/by-phone/${phone}/groups/${groups[0]}`, { optInMode: 'SILENT' })
  await own('POST', `/contacts/by-phone/${third}/groups/${groups[1]}`, { optInMode: 'CONFIRM' })
  const body = `${label}Hi {{trackingLink "${link}"}}`
  const message = await own('POST', '/messaging/message', { to: first, from: active, body })
  const batch = await own('POST', '/messaging/batch', {
    from: active,
    recipients: [
      { to: first, body },
      { to: second, body },
    ],
  })
  const recipients = [first, second, ...Array.from({ length: 98 }, (_, i) => number(1_000 + i))].map((to) => ({ to }))
  const broadcast = await own('POST', '/messaging/broadcast', { from: active, body, recipients })
  const schedule = {
    from: active,
    body,
    schedule: {
      at: new Date(now.getTime() + 7 * DAY_MS).toISOString().slice(0, 16),
      timezone: 'UTC',
      recurrence: { frequency: 'daily', interval: 1, endType: 'never' },
    },
  }
  const audience = { filter: { contact: { groups: { ids: { in: groups } } } } }
  const scheduled = await own('POST', '/messaging/broadcast/schedules', { audience, ...schedule })
  const list = `${label}Guests`
  await admin('POST', `/accounts/${encodeURIComponent(account)}/contact-lists`, {
    name: list,
    phoneNumbers: [first, fourth],
  })
  await admin('POST', `/accounts/${encodeURIComponent(account)}/schedules`, { list, ...schedule })
  const { eventId } = await admin('POST', `${webhooks}/${webhook}/test`)
  await work()
  return {
    account,
    key,
    declared,
    schedule: scheduled.id,
    remake: { audience, ...schedule },
    phones,
    prefix,
    senders: [active, inactive, `1234${n}`],
    groups,
    groupNames: [`${label}VIP`, `${label}News`],
    webhook,
    event: eventId,
    message: message.id,
    batch: batch.id,
    broadcast: broadcast.id,
    list,
    link,
    spareKey: `key_${n}_spare`,
    number: active,
  }
}

const FIELDS = [
  { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
  { key: 'contact_custom_field_2', label: 'Note', type: 'TEXT' },
  { key: 'contact_custom_field_3', label: 'Age', type: 'NUMBER' },
  { key: 'contact_custom_field_4', label: 'Member', type: 'BOOLEAN' },
  { key: 'contact_custom_field_5', label: 'Since', type: 'DATE' },
  { key: 'contact_custom_field_6', label: 'Likes', type: 'MULTI_SELECT', options: ['Tea', 'Rum', 'Ale'] },
]

/** Puts back what requests of an operation, which is at `path`, may have taken from the account. */
export async function mend({ call, admin }, things, path) {
  const { key, account, declared, groups, phones, remake } = things
  const isDeclared = /apply|keys/.test(path)
  if (isDeclared) await admin('POST', '/apply', { account: declared })
  if (isDeclared || path.includes('contacts')) {
    for (const phone of phones.slice(0, 2)) {
      const contact = `/contacts/by-phone/${phone}`
      await call(key, 'POST', contact, {}, [409])
      await call(key, 'POST', `${contact}/groups/${groups[0]}`, { optInMode: 'SILENT' }, [409])
    }
  }
  if (path.includes('schedules'))
    things.schedule = (await call(key, 'POST', '/messaging/broadcast/schedules', remake)).id
  if (!isDeclared && !path.includes('webhooks')) return
  const webhooks = `/accounts/${encodeURIComponent(account)}/webhooks`
  const { results } = await admin('GET', webhooks)
  if (results.some(({ id, enabled }) => id === things.webhook && enabled)) return
  // No account has room for ever more of them.
  for (const { id } of results) await admin('DELETE', `${webhooks}/${id}`)
  const url = `https://hooks.invalid/after/${things.webhook}`
  things.webhook = (await admin('POST', webhooks, { url, events: ['message.sent'] })).id
  things.event = (await admin('POST', `${webhooks}/${things.webhook}/test`)).eventId
}
