import { exactly } from './figure.js'
import { SILENT_CONTACTS } from './keywords.js'
import { runAll } from './run-all.js'
import { kindOf } from './texting.js'

const OPTED_OUT = 33029

/** Every number that opted out is stored so, and a send to it is refused for that reason. */
export async function judgeStops({ pick }, { accounts }) {
  const wrong = []
  const all = accounts.flatMap((account) => account.phones.slice(SILENT_CONTACTS).map((phone) => ({ account, phone })))
  const check = async ({ account: { calls, from, name }, phone }) => {
    const consent = await pick(calls)('GET', `/contacts/by-phone/${phone}/consent`)
    const sent = await pick(calls)('POST', '/messaging/message', { from, to: phone, body: 'The campaign sends more' })
    if (consent.body.state !== 'opted_out' || sent.body.code !== OPTED_OUT) {
      wrong.push(`${name} ${phone}: ${consent.body.state}, ${sent.status} ${JSON.stringify(sent.body)}`)
    }
  }
  await runAll(
    all.map((one) => () => check(one)),
    { width: 16 },
  )
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${all.length} STOPs had no effect: ${wrong[0]}`)
  return [exactly('STOPs that took effect', all.length, all.length - wrong.length)]
}

/** The credits that are left, reserved and spent are those granted, and those spent are what the texts cost. */
export async function judgeCredits({ service }, { accounts, submitted }) {
  const rows = []
  for (const { name, from, settings, calls } of accounts) {
    const priced = settings.serviceTexts?.chargeReplies ? ['help', ...PRICED] : PRICED
    const cost = 2 * submitted.filter((text) => text.from === from && priced.includes(kindOf(text))).length
    const { body } = await calls[0]('GET', '/account/credits')
    const [{ spent }] = await service.sql(SPENT, { name })
    rows.push(
      exactly(`credits of ${name} that its ledger says are spent`, cost, Number(spent)),
      exactly(
        `credits of ${name}, left, reserved and spent`,
        settings.credits.sms,
        body.sms + body.reserved.sms + cost,
      ),
      ...(name === 'Poor' ? [exactly('credits of Poor that are left', 0, body.sms)] : []),
    )
  }
  return rows
}

const PRICED = ['code', 'confirmation', 'sent']

const SPENT = `
  select coalesce(sum(entry.amount), 0) as spent
    from ledger_entry as entry
    join account on account.id = entry.account_id
   where account.name = :name and entry.to_place = 'spent' and entry.unit = 'sms'`
