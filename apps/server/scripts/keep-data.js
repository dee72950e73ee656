/**
 * Keeps the data folder of a landed version for the test of upgrades:
 *
 *   node apps/server/scripts/keep-data.js <a built checkout of that version> <name>
 *
 * It starts the server of that checkout on an empty data folder, uses it as a customer and an operator do, and writes the data
 * folder (compressed) and its answers to `apps/server/kept-data/<name>/`. The name is the number of the version's last migration.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const [checkout, name] = process.argv.slice(2)
if (checkout === undefined || name === undefined) {
  console.error('usage: node apps/server/scripts/keep-data.js <a built checkout> <name>')
  process.exit(1)
}

const KEY = { id: 'key_kept', secret: 'the-secret-of-kept-data' }
const OURS = '+12025550100'
const [ANN, BOB, CLEO, DAN] = ['+12025550140', '+13035550141', '+14045550142', '+16025550143']
const RECIPIENTS = Array.from({ length: 100 }, (_, n) => `+1303555${String(6000 + n)}`)
const MONDAYS = {
  frequency: 'weekly',
  interval: 1,
  daysOfWeek: ['mon'],
  endType: 'afterOccurrences',
  endAfterOccurrences: 3,
}
/** Two receipts of deliveries, two texts that come in, and one opt-out. */
const EVENTS = 5
const ACCOUNT = '/admin/v1/accounts/Kept'

const folder = await mkdtemp(join(tmpdir(), 'carillon-keep-'))
const received = await webhookReceiver()
const server = await startedServer(join(folder, 'data'))
try {
  const paths = await useIt()
  const answers = {}
  for (const path of paths) answers[path] = await get(path)
  await server.stop()
  const to = fileURLToPath(new URL(`../kept-data/${name}/`, import.meta.url))
  await mkdir(to, { recursive: true })
  await writeFile(join(to, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`)
  await writeFile(
    join(to, 'data.tar.br'),
    compressed(execFileSync('tar', ['c', 'data'], { cwd: folder, maxBuffer: 2 ** 30 })),
  )
  console.log(`${to}: ${paths.length} answers`)
} finally {
  await server.stop()
  received.close()
  await rm(folder, { recursive: true })
}

/** Does something with every part of the service, and returns the paths that show what is there afterwards. */
async function useIt() {
  const { groups, webhooks } = await admin('POST', '/admin/v1/apply', declaration())
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
    ...[ofBroadcast, ofBatch].flatMap((path) => [path, `${path}/messages`, `${path}/clicks`]),
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

function declaration() {
  return {
    account: {
      name: 'Kept',
      timezone: 'America/New_York',
      credits: { sms: 1000, mms: 10 },
      retention: { messages: null, events: 3650, clicks: 3650 },
      sendingWindows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
      frequencyCaps: [{ messages: 10, per: '24h' }],
      autoPause: { failedOver: 0.5, atLeast: 500 },
      apiKeys: [KEY],
      numbers: [{ number: OURS, status: 'active' }],
      groups: [
        { name: 'VIP', default: true, optInMessage: 'Welcome! Reply STOP to opt out.', tags: ['vip'] },
        { name: 'News', optInType: 'DOUBLE' },
      ],
      customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }],
      trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://shop.example.com/sale' }],
      webhooks: [{ url: received.url, events: ['message.delivered', 'message.received', 'contacts.group.opted_out'] }],
    },
  }
}

async function startedServer(dataDir) {
  const child = spawn(process.execPath, [join(resolve(checkout), 'apps/server/bin/carillon.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CARILLON_DATA_DIR: dataDir,
      CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1',
      CARILLON_DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  while (!output.includes('"msg":"started"')) await once(child.stdout, 'data')
  const url = /running: (http:\S+)/.exec(output)[1]
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
  const ended = once(child, 'close')
  return {
    url,
    token,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function webhookReceiver() {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${receiver.address().port}/hook`, close: () => receiver.close() }
}

function api(method, path, body) {
  return call(method, path, `Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`, body)
}

function admin(method, path, body, type) {
  return call(method, path, `Bearer ${server.token}`, body, type)
}

function get(path) {
  return path.startsWith('/admin/') ? admin('GET', path) : api('GET', path)
}

function simulated(text) {
  return call('POST', '/sim/inbound', undefined, text)
}

/** The carrier reports on the newest text to the phone. */
async function receipt(phone, report) {
  const { results } = await call('GET', `/sim/messages?to=${encodeURIComponent(phone)}&limit=1`)
  await call('POST', '/sim/receipts', undefined, { reference: results[0].reference, ...report })
}

async function call(method, path, authorization, body, type = 'application/json') {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...(authorization && { authorization }), ...(body && { 'content-type': type }) },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}

/** Requests the link as the browser of a recipient does, with the host of the link. */
async function click(link) {
  const { hostname, pathname } = new URL(link)
  const headers = { host: hostname, 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }
  const [response] = await once(request(new URL(pathname, server.url), { headers }).end(), 'response')
  response.resume()
  if (response.statusCode !== 302) throw new Error(`${link}: ${response.statusCode}`)
}

async function until(holds) {
  const latest = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > latest) throw new Error(`Not within a minute: ${holds}, ${JSON.stringify(await holds())}`)
    await new Promise((wake) => setTimeout(wake, 1000))
  }
}

function compressed(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
