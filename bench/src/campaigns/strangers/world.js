import { request } from 'undici'
import { basic } from '../../shared/service.js'

const SECRET = 'a-secret-of-the-campaign'
export const LINK = 'go.campaign.example.com/sale'
export const TARGET = 'https://shop.example.com/sale'
/** Numbers that nobody may cause texts to: premium-rate and satellite numbers, and other countries. */
export const ELSEWHERE = ['+19002345678', '+881612345678', '+447400123456', '+18762345678']

/** The accounts: one that reaches no limit of its own, and one for each of the three limits of an account. */
export function accountsOf({ short }) {
  const sizes = short
    ? { open: 20, others: 20, perHour: 40, quota: 30, credits: 40 }
    : { open: 100, others: 300, perHour: 150, quota: 120, credits: 120 }
  const account = (place, name, settings) => accountOf({ place, name, settings, count: sizes.others })
  return [
    accountOf({
      place: 0,
      name: 'Open',
      // Few enough not to reach the default limit of texts to strangers, which would close the form to visitors.
      count: sizes.open,
      settings: { credits: { sms: 100_000 }, trackingLinks: [{ link: LINK, target: TARGET }] },
    }),
    account(1, 'Tight', { credits: { sms: 100_000 }, serviceTexts: { perHour: sizes.perHour } }),
    account(2, 'Quota', { credits: { sms: 100_000 }, dailyMessageQuota: sizes.quota }),
    account(3, 'Poor', { credits: { sms: sizes.credits }, serviceTexts: { chargeReplies: true } }),
  ]
}

function accountOf({ place, name, settings, count }) {
  const key = { id: `key_${name.toLowerCase()}`, secret: SECRET }
  const phones = Array.from({ length: count }, (_, n) => numberIn(20 + place, n * 29))
  return { place, name, key, from: `+1202555010${place}`, phones, settings }
}

/** Declares the accounts, and opts their contacts in to the default group. Adds to each account what is known of it. */
export async function openAccounts(service, { accounts, dispatcher }) {
  for (const account of accounts) {
    const { name, key, from, settings, phones } = account
    const { groups } = await service.apply({
      name,
      apiKeys: [key],
      rateLimits: null,
      capabilities: { silentOptIn: true },
      numbers: [{ number: from }],
      groups: [{ name: 'All', default: true }, { name: 'Asked' }],
      ...settings,
    })
    account.groups = Object.fromEntries(groups.map(({ name, id }) => [name, id]))
    account.calls = service.urls.map((url) => callerOf({ url, key, dispatcher }))
    await service.importContacts(name, { group: 'All', phones })
  }
}

/** The nth number of a block of a million numbers of Washington. The last four digits change first. */
export function numberIn(block, n) {
  return `+1202${block}${String(n).padStart(5, '0')}`
}

/** The address of the nth network: each is in another /24. */
export function addressOf(n) {
  return `100.${64 + (Math.floor(n / 250) % 64)}.${n % 250}.${1 + (n % 200)}`
}

function callerOf({ url, key, dispatcher }) {
  return async (method, path, body = null, { address = '192.0.2.1', secret = key.secret } = {}) => {
    const response = await request(`${url}/api/v1${path}`, {
      method,
      dispatcher,
      headers: {
        authorization: basic({ id: key.id, secret }),
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      ...(body !== null && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 500) throw new Error(`${method} ${path} got the response ${response.statusCode} ${text}`)
    return { status: response.statusCode, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
}
