import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { randomNumbers } from '../../shared/random-numbers.js'
import { anAccount, program, readPhone } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'

const KEY = { id: 'key_ledger', secret: 'a-secret-of-the-campaign' }
const FROM = '+12025550101'
const PHONES = Array.from({ length: 8 }, (_, n) => `+1202555012${n}`)
/** The provider refuses this number. */
const REFUSED = PHONES[7]
const ACCOUNT = { name: 'Ledger', key: KEY, from: FROM, phones: PHONES, credits: { sms: 20, mms: 5 } }
const CLIENTS = 16
const OPERATIONS = 10_000
const CHECK_EVERY = 100
const POLL_EVERY_MS = 200
const ENDED_WITHIN_MS = 60_000

export const campaign = {
  title: `${OPERATIONS} random operations of ${CLIENTS} clients, balance near zero: entries sum to balances, nothing oversold`,

  async run({ seed, short, say }) {
    const service = await startService({ processes: 2 })
    const dispatcher = new Agent({ connections: CLIENTS })
    const random = randomNumbers(seed)
    try {
      const calls = await anAccount(service, { ...ACCOUNT, dispatcher })
      await program(service.urls[0], { to: REFUSED, outcome: 'reject' })
      const tally = { sent: 0, failed: 0, refused: 0, granted: 0, looks: 0 }
      let left = short ? OPERATIONS / 10 : OPERATIONS
      const client = async () => {
        while (left-- > 0) {
          await operate({ service, call: calls[left % calls.length], random, tally })
          if (left % CHECK_EVERY === 0) await checkLedger(service, tally)
          if (left % 1_000 === 0) say(`${left} operations left`)
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      return await judge(service, tally)
    } finally {
      await dispatcher.close()
      await service.stop()
    }
  },
}

/** Mostly sends; grants just enough credits to keep the balance near zero. */
async function operate({ service, call, random, tally }) {
  if (random() < 0.2) {
    const amounts = { sms: 1 + Math.floor(random() * 10), mms: Math.floor(random() * 3) }
    await service.grant('Ledger', amounts)
    tally.granted += amounts.sms
    return
  }
  const media = random() < 0.3 ? { mediaUrl: 'https://cdn.example.com/bell.png' } : {}
  const to = PHONES[Math.floor(random() * PHONES.length)]
  const response = await call('POST', '/messaging/message', { to, from: FROM, body: 'Ding', ...media })
  const { status, body } = response.body?.status === 'queued' ? await untilEnded(call, response) : response
  if (status === 402) tally.refused += 1
  else if (status === 201 && body.status === 'sent') tally.sent += 1
  else if (status === 201 && body.status === 'failed') tally.failed += 1
  else throw new Error(`a send got the response ${status} ${JSON.stringify(body)}`)
}

/** On a busy machine, a text may be submitted only later, by a job. */
async function untilEnded(call, { status, body: { id } }) {
  const deadline = performance.now() + ENDED_WITHIN_MS
  for (;;) {
    const { body } = await call('GET', `/messaging/message/${id}`)
    if (body.status !== 'queued' || performance.now() > deadline) return { status, body }
    await delay(POLL_EVERY_MS)
  }
}

/** Compares entries and balances in one statement, and so at one instant. */
async function checkLedger(service, tally) {
  const [row] = await service.sql(BALANCES)
  for (const place of ['sms_available', 'mms_available', 'sms_reserved', 'mms_reserved']) {
    if (row[place] !== row[`${place}_entries`]) {
      throw new Error(`${place} is ${row[place]}, but the entries sum to ${row[`${place}_entries`]}`)
    }
    if (Number(row[place]) < 0) throw new Error(`${place} is ${row[place]}`)
  }
  tally.looks += 1
}

const sumOf = (unit, place) => `
  (select coalesce(sum(case when to_place = '${place}' then amount when from_place = '${place}' then -amount end), 0)
     from ledger_entry
    where ledger_entry.account_id = balance.account_id and unit = '${unit}')::text as ${unit}_${place}_entries`

const BALANCES = `
  select sms_available::text, mms_available::text, sms_reserved::text, mms_reserved::text,
         ${sumOf('sms', 'available')}, ${sumOf('mms', 'available')},
         ${sumOf('sms', 'reserved')}, ${sumOf('mms', 'reserved')}
    from credit_balance as balance
    join account on account.id = balance.account_id
   where account.name = 'Ledger'`

async function judge(service, tally) {
  await checkLedger(service, tally)
  const texts = await readPhone(service.urls[0])
  if (texts.length !== tally.sent) throw new Error(`${tally.sent} responses said sent, the phones have ${texts.length}`)
  const [{ spent, reserved }] = await service.sql(SPENT)
  if (Number(spent) !== 2 * texts.length) throw new Error(`${spent} SMS credits were spent on ${texts.length} texts`)
  if (Number(reserved) !== 0) throw new Error(`${reserved} credits are still reserved`)
  if (tally.refused === 0) throw new Error('no send was ever refused: the balance was not near zero')
  return tally
}

const SPENT = `
  select coalesce(sum(amount) filter (where to_place = 'spent' and unit = 'sms'), 0) as spent,
         coalesce(sum(case when to_place = 'reserved' then amount when from_place = 'reserved' then -amount end), 0)
           as reserved
    from ledger_entry
    join account on account.id = ledger_entry.account_id
   where account.name = 'Ledger'`
