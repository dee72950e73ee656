import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { randomNumbers } from '../random-numbers.js'
import { basic, startService } from '../service.js'

const OPENAPI = new URL('../../../packages/http/openapi.yaml', import.meta.url)
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const MARK = 'Zebulon'

/** The victim's things, and the same kind of things that nobody has. */
const VICTIM = { key: { id: 'key_victim', secret: 'the-secret-of-the-victim' }, phone: '+12025550142' }
const STRANGER = { key: { id: 'key_stranger', secret: 'the-secret-of-the-stranger' } }
const NOBODY = { phone: '+12025550143', group: `grp_${'0'.repeat(26)}`, message: `msg_${'0'.repeat(26)}` }
const SENDER = '+12025550141'
const LINK = 'go.victim.example.com/sale'

export const campaign = {
  title: 'two accounts, every route of the OpenAPI document: nothing of the other is read, changed or hinted at',

  async run({ seed, say }) {
    const service = await startService()
    try {
      const victim = await settle(service)
      const routes = shuffled(routesOf(parse(await readFile(OPENAPI, 'utf8'))), randomNumbers(seed))
      const before = await look(victim)
      let requests = 0
      for (const route of routes) {
        const asked = await intrude(route, victim, service.urls[0])
        requests += asked
        say(`${route.method.toUpperCase()} ${route.path}: ${asked} requests`)
      }
      if ((await look(victim)) !== before) throw new Error('something of the other account was changed')
      return { routes: routes.length, requests }
    } finally {
      await service.stop()
    }
  },
}

async function settle(service) {
  const account = (name, key, group) => ({
    name,
    apiKeys: [key],
    rateLimits: null,
    groups: [{ name: group, tags: [group] }],
  })
  const sending = { numbers: [{ number: SENDER }], credits: { sms: 10 } }
  const trackingLinks = [{ link: LINK, target: `https://shop.example.com/${MARK}` }]
  const { groups } = await service.apply({
    ...account(`${MARK} Ltd`, VICTIM.key, `${MARK} friends`),
    ...sending,
    trackingLinks,
  })
  await service.apply(account('Stranger', STRANGER.key, 'Own'))
  const victim = { url: service.urls[0], group: groups[0].id, phone: VICTIM.phone }
  const contact = `/api/v1/contacts/by-phone/${VICTIM.phone}`
  await ask(victim.url, VICTIM.key, { method: 'post', path: contact, body: { firstName: MARK, lastName: MARK } })
  await ask(victim.url, VICTIM.key, { method: 'post', path: `${contact}/groups/${victim.group}` })
  const body = `${MARK} says {{trackingLink "${LINK}"}}`
  const send = { method: 'post', path: '/api/v1/messaging/message', body: { to: VICTIM.phone, from: SENDER, body } }
  const { status, text } = await ask(victim.url, VICTIM.key, send)
  if (status !== 201) throw new Error(`the victim cannot send: ${text}`)
  return { ...victim, message: JSON.parse(text).id }
}

/** All that the victim can see of itself, as text. */
async function look({ url, group, phone, message }) {
  const paths = [
    'contacts',
    `contacts/by-phone/${phone}`,
    `contacts/by-phone/${phone}/consent`,
    'groups',
    `groups/${group}`,
    'messaging/message',
    `messaging/message/${message}/clicks`,
    'account/credits',
  ]
  const answers = await Promise.all(
    paths.map((path) => ask(url, VICTIM.key, { method: 'get', path: `/api/v1/${path}` })),
  )
  if (answers.some(({ status }) => status !== 200)) throw new Error('the victim cannot see its own things')
  return JSON.stringify(answers)
}

function routesOf({ paths, components }) {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => {
        const resolved = (node) => (node?.$ref === undefined ? node : at(components, node.$ref))
        const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(resolved)
        const body = resolved(item[method].requestBody)?.content?.['application/json']?.schema
        return { method, path, parameters, fields: Object.keys(resolved(body)?.properties ?? {}) }
      }),
    )
}

/** What one route leaves behind, the next one finds: so the seed says which comes first. */
function shuffled(routes, random) {
  const places = new Map(routes.map((route) => [route, random()]))
  return routes.toSorted((a, b) => places.get(a) - places.get(b))
}

function at(components, ref) {
  return ref
    .slice('#/components/'.length)
    .split('/')
    .reduce((node, name) => node[name], components)
}

/** Every request twice: with what the victim has and with what nobody has. Nobody could tell the answers apart. */
async function intrude({ method, path, parameters, fields }, victim, url) {
  const requestsWith = (things) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(thingFor(name, things)))
    const queries = parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => [name, thingFor(name, things)])
    return [
      { method, path: filled },
      ...queries.map(([name, value]) => ({ method, path: `${filled}?${new URLSearchParams({ [name]: value })}` })),
      ...fields.map((field) => ({ method, path: filled, body: { [field]: thingFor(field, things, 'Own') } })),
    ]
  }
  const [known, unknown] = [requestsWith(victim), requestsWith(NOBODY)]
  for (let i = 0; i < known.length; i++) {
    const answer = await ask(url, STRANGER.key, known[i])
    const expected = await ask(url, STRANGER.key, unknown[i])
    if (answer.text.includes(MARK)) throw new Error(`${method} ${known[i].path} answered with the other account's data`)
    if (answer.status !== expected.status || plain(answer.text, victim) !== plain(expected.text, victim)) {
      throw new Error(
        `${method} ${path} tells what the other account has:\n${answer.status} ${answer.text}\n${expected.status} ${expected.text}`,
      )
    }
  }
  return known.length * 2
}

/** What the stranger writes itself must not look like the victim's. */
function thingFor(name, { phone, group, message }, otherwise = MARK) {
  if (/message/i.test(name)) return message
  if (/phone|^to$/i.test(name)) return phone
  return /group|^id$/i.test(name) ? group : otherwise
}

/**
 * An answer without what differs between any two things: their ids, numbers and times. A list has both numbers in it,
 * once the stranger has contacts of its own with them.
 */
function plain(text, { phone, group }) {
  return text
    .replaceAll(phone, '<phone>')
    .replaceAll(NOBODY.phone, '<phone>')
    .replaceAll(group, '<group>')
    .replaceAll(NOBODY.group, '<group>')
    .replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
}

async function ask(url, key, { method, path, body }) {
  const response = await fetch(url + path, {
    method: method.toUpperCase(),
    headers: { authorization: basic(key), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
