import { administer } from '../../shared/service.js'
import { ask, tokenOf } from './browser.js'

export const ROLES = ['viewer', 'editor', 'sender', 'admin']
/** A word that occurs in the data of the victim, and in nothing that others write. */
export const VICTIM_NAME = 'Zebulon'
const PASSWORD = 'a long enough password'

let count = 0

/** Invites a person with these roles, who joins. */
export async function join(service, { isOwner = false, roles = [] }) {
  const [url] = service.urls
  const email = `person-${++count}@example.com`
  const { user, link } = await administer(url, '/users', { email, isOwner, roles })
  const oneTime = link.path.split('#')[1]
  const joined = await ask(url, {
    method: 'POST',
    path: '/links/accept',
    body: { token: oneTime, name: `Person ${count}`, password: PASSWORD },
  })
  return { id: user.id, email, password: PASSWORD, oneTime, token: tokenOf(joined) }
}

export async function signIn(service, { email, password }, previous = null) {
  const path = '/session'
  const answer = await ask(service.urls[0], { method: 'POST', path, body: { email, password }, token: previous })
  return tokenOf(answer)
}

/** Two accounts, of which the second has one object of each kind. */
export async function settle(service) {
  const [url] = service.urls
  const key = (name) => ({ id: `key_${name}`, secret: `the-secret-of-${name}` })
  const own = await service.apply({
    name: 'Own',
    apiKeys: [key('own')],
    numbers: [{ number: '+12025550145' }],
    groups: [{ name: 'Own' }],
  })
  const link = 'go.victim.example.com/sale'
  const victim = await service.apply({
    name: `${VICTIM_NAME} Ltd`,
    apiKeys: [key('victim')],
    numbers: [{ number: '+12025550141' }],
    credits: { sms: 10_000 },
    rateLimits: null,
    groups: [{ name: `${VICTIM_NAME} friends` }],
    trackingLinks: [{ link, target: `https://shop.example.com/${VICTIM_NAME}` }],
    webhooks: [{ url: `https://hooks.example.com/${VICTIM_NAME}`, events: ['broadcast.completed'] }],
  })
  const group = victim.groups[0].id
  const phones = Array.from({ length: 100 }, (_, n) => `+1303555${String(n).padStart(4, '0')}`)
  await service.importContacts(victim.account.name, { group: victim.groups[0].name, phones })
  const owner = await join(service, { isOwner: true })
  const act = async (method, path, body) => {
    const answer = await ask(url, {
      method,
      path: `/accounts/${victim.account.id}${path}`,
      token: owner.token,
      ...(body !== undefined && { body }),
    })
    if (answer.status >= 300) throw new Error(`the owner cannot ${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const text = { from: '+12025550141', body: `${VICTIM_NAME} says hello` }
  const message = await act('POST', '/messaging/message', { ...text, to: phones[0] })
  const broadcast = await act('POST', '/messaging/broadcast', { ...text, recipients: phones.map((to) => ({ to })) })
  const schedule = await act('POST', '/messaging/broadcast/schedules', {
    from: text.from,
    body: text.body,
    audience: { filter: { contact: { groups: { ids: { in: [group] } } } } },
    schedule: { at: '2030-03-08T09:00', timezone: 'America/New_York' },
  })
  const template = await act('POST', '/templates', { name: VICTIM_NAME, body: text.body })
  await act('POST', '/contact-lists', { name: VICTIM_NAME, phoneNumbers: phones.slice(0, 2) })
  const objects = {
    broadcastId: broadcast.id,
    groupId: group,
    keyId: key('victim').id,
    link,
    messageId: message.id,
    phoneNumber: phones[0],
    scheduleId: schedule.id,
    templateId: template.id,
    userId: owner.id,
    webhookId: victim.webhooks[0].id,
  }
  return { own: own.account.id, ownKey: key('own'), victim: victim.account.id, objects, owner }
}
