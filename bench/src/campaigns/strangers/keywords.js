import { runAll } from './run-all.js'
import { writeText } from './texting.js'
import { ELSEWHERE, numberIn } from './world.js'

const HELPS = ['HELP', 'info', 'Help!', 'INFO', 'help 🙏', 'HELP']
const STOPS = [
  ...['STOP', 'STOP 🙏', 'please stop', 'ARRÊT', 'STOP STOP', 'stop texting me'],
  ...['STOP2END', 'PARAR', 'unsubscribe me', 'Can you please stop texting me?'],
]
const WIDTH = 24
/** The first contacts of each account never write, so that the account can text them. */
export const SILENT_CONTACTS = 5

/** Every other contact asks for help again and again, and opts out in between. The account sends at the same time. */
export async function stormKeywords(scene, { accounts }) {
  const actions = accounts.flatMap((account) => {
    const writers = account.phones.slice(SILENT_CONTACTS)
    const texts = writers.flatMap((phone, n) => [...HELPS, STOPS[n % STOPS.length]].map((body) => ({ phone, body })))
    return [
      ...texts.map(
        ({ phone, body }) =>
          () =>
            writeText(scene, { from: phone, to: account.from, body }),
      ),
      ...Array.from({ length: SENDS }, (_, n) => () => send(scene, account, n)),
    ]
  })
  await runAll(scene.shuffled(actions), { width: WIDTH })
}

const SENDS = 20
/** Sent, not paid for, or beyond the daily quota. */
const SEND_STATUSES = [201, 402, 429, 403]

async function send({ pick }, { calls, from, phones }, n) {
  const message = { from, to: phones[n % SILENT_CONTACTS], body: `The campaign sends ${n}` }
  const { status, body } = await pick(calls)('POST', '/messaging/message', message)
  if (!SEND_STATUSES.includes(status)) throw new Error(`a send got the response ${status} ${JSON.stringify(body)}`)
}

/**
 * Two accounts that answer each other, and numbers that nobody may cause texts to: premium-rate and satellite numbers,
 * and another country.
 */
export async function stormElsewhere(scene, { accounts }) {
  const senders = accounts.map(({ from }) => from)
  const texts = accounts.flatMap(({ from: to }) =>
    [...senders.filter((one) => one !== to), ...ELSEWHERE].flatMap((from) =>
      ['HELP', 'info', 'START', 'STOP', 'JOIN', 'YES', ANSWER].map((body) => ({ from, to, body })),
    ),
  )
  await runAll(
    texts.map((text) => () => writeText(scene, text)),
    { width: 4 },
  )
}

/** The answer of an account to HELP, as it would arrive at the other account. */
const ANSWER = 'Open: Reply STOP to get no more messages from us. Msg & data rates may apply.'

/** Numbers that never agreed are asked to confirm by every path, while their traces are deleted in between. */
export async function askAgain(scene, { accounts, numbersEach, erase }) {
  const { pick, shuffled } = scene
  const actions = accounts.flatMap((account) =>
    Array.from({ length: numbersEach }, (_, n) => async () => {
      const phone = askedNumber(account, n)
      const contact = `/contacts/by-phone/${encodeURIComponent(phone)}`
      const group = `${contact}/groups/${account.groups.Asked}`
      const start = () => writeText(scene, { from: phone, to: account.from, body: 'START' })
      const confirm = async () => {
        await pick(account.calls)('POST', contact, {})
        await pick(account.calls)('POST', group, { optInMode: 'CONFIRM' })
      }
      const leave = () => pick(account.calls)('DELETE', group)
      const forget = () => erase({ name: account.name, phone })
      // Only texts from phones count against the limits of all texts to strangers: the other accounts ask only by START.
      const paths = account.name === 'Open' ? [confirm, leave, confirm, forget, start, confirm] : [start, forget, start]
      for (const path of shuffled([...paths, ...paths, ...paths])) await path()
      await askAtOnce([start, start, ...(account.name === 'Open' ? [confirm, confirm] : [])])
    }),
  )
  await runAll(actions, { width: 4 })
}

function askAtOnce(asking) {
  return Promise.all(asking.map((ask) => ask()))
}

export function askedNumber({ place }, n) {
  return numberIn(30 + place, n * 31)
}
