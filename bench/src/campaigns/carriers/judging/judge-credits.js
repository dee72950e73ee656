import { readLedger } from '../../credits/judge-ledger.js'
import { groupBy } from './stored-messages.js'

/** Nothing is reserved any more, and exactly the messages that were sent are paid for, except if that was unknown. */
export async function judgeCredits(service, rows) {
  const faults = []
  for (const [account, own] of groupBy(rows, 'account')) {
    const { reserved, spent } = await readLedger(service, account)
    const accepted = own.filter(({ was_sent: wasSent, was_unknown: wasUnknown }) => wasSent && !wasUnknown)
    const cost = accepted.reduce((sum, { cost_sms: one }) => sum + one, 0)
    if (reserved !== '0') faults.push(`${account} has ${reserved} credits reserved`)
    if (Number(spent) !== cost) faults.push(`${account} spent ${spent} credits on texts that cost ${cost}`)
    if (accepted.some(({ cost_sms: one }) => one <= 0)) faults.push(`${account} has a text that cost nothing`)
  }
  const broadcasts = await service.sql(BROADCASTS)
  for (const row of broadcasts) {
    const hasEnded = row.status === 'completed' || row.status === 'failed'
    const isRight = hasEnded && row.sent === row.sent_messages && row.failed === row.failed_messages
    if (!isRight || row.sent + row.failed !== row.total) faults.push(`a broadcast is ${JSON.stringify(row)}`)
  }
  return faults
}

const BROADCASTS = `
  select broadcast.id, broadcast.status, total, sent, failed, messages.*
    from broadcast
    cross join lateral (
      select count(*) filter (where message.status = 'sent')::integer as sent_messages,
             count(*) filter (where message.status = 'failed')::integer as failed_messages
        from message
       where message.account_id = broadcast.account_id and broadcast_id = broadcast.id
    ) as messages`
