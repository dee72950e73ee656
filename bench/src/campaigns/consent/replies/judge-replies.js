import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 250

/** Waits until no answer is left to send, and every event has left the outbox. */
export async function untilAnswered(service, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [{ open, waiting }] = await service.sql(OPEN)
    if (open === 0 && waiting === 0) return
    if (performance.now() > deadline) throw new Error(`${open} answers and ${waiting} events wait after ${withinMs} ms`)
    await delay(POLL_EVERY_MS)
  }
}

const OPEN = `
  select (select count(*)::integer from message where phase is not null) as open,
         (select coalesce(sum(length), 0)::integer from outbox) as waiting`

/**
 * Checks that every reply is stored once with its event and its consequences, and that nothing else is stored. One of the
 * carriers can be asked for no outcome, so an answer that a killed server was submitting may have an unknown outcome.
 */
export async function judgeReplies(service, { texts, account, killed, atOnce }) {
  await service.sql('analyze message, event, consent_log, fake_sms_submission')
  const stops = new Set(texts.filter(({ kind }) => kind === 'stop').map(({ from }) => from))
  const helps = texts.filter(({ kind }) => kind === 'help').length
  const figures = Object.fromEntries(
    await Promise.all(
      Object.entries(STATEMENTS).map(async ([name, statement]) => {
        const [row] = await service.sql(statement, { account })
        return [name, row.count]
      }),
    ),
  )
  const expected = {
    'replies stored': texts.length,
    'replies stored with their id': texts.length,
    'ids of replies': texts.length,
    'unread texts in conversations': texts.length,
    'replies counted': texts.length,
    'events of replies': texts.length,
    'replies with an event': texts.length,
    'numbers that have opted out': stops.size,
    'opt-outs in the log': stops.size,
    'memberships ended in the log': stops.size,
    'events of memberships that ended': stops.size,
    'members left': new Set(texts.map(({ from }) => from)).size - stops.size,
    'confirmations of STOP': stops.size,
    'numbers that got one': stops.size,
    'answers to HELP': helps,
    'answers on phones, or of unknown outcome': stops.size + helps,
    'answers that came twice': 0,
    'jobs that have died': 0,
  }
  for (const [name, value] of Object.entries(expected)) {
    if (figures[name] === value) continue
    throw new Error(`${name}: ${figures[name]}, expected ${value}`)
  }
  const unknown = figures['answers of unknown outcome']
  if (unknown > killed.server * atOnce) {
    throw new Error(
      `${unknown} answers have an unknown outcome, after ${killed.server} kills of a server with ${atOnce} texts`,
    )
  }
  await judgeEach(service, { texts, stops })
  return {
    replies: texts.length,
    'numbers that wrote STOP': stops.size,
    'answers to HELP': helps,
    'answers of unknown outcome': unknown,
  }
}

/** Checks the texts themselves, and that the opted-out numbers are those that wrote STOP. */
async function judgeEach(service, { texts, stops }) {
  const stored = new Map((await service.sql(STORED)).map((row) => [row.provider_id, row]))
  for (const { id, from, to, body } of texts) {
    const row = stored.get(`replies:${id}`)
    if (row?.from_number !== from || row.to_number !== to || row.body !== body) {
      throw new Error(`the reply ${id} is stored as ${JSON.stringify(row)}`)
    }
  }
  for (const statement of [OPTED_OUT, CONFIRMED]) {
    const strange = (await service.sql(statement)).find(({ phone }) => !stops.has(phone))
    if (strange !== undefined) throw new Error(`${strange.phone} has not written STOP`)
  }
}

/** Checks that the broadcast reached exactly those who have not opted out. */
export async function judgeNoneAfterStop(service, { broadcast, texts, recipients }) {
  const stops = new Set(texts.filter(({ kind }) => kind === 'stop').map(({ from }) => from))
  const sent = await service.sql(SENT, { broadcast })
  const late = sent.find(({ phone }) => stops.has(phone))
  if (late !== undefined) throw new Error(`${late.phone} was sent to after its STOP`)
  if (sent.length !== recipients - stops.size) {
    throw new Error(`${sent.length} were sent to, expected ${recipients - stops.size}`)
  }
}

const ANSWERS = `from message where direction = 'outbound' and purpose = 'answer'`
const ON_PHONES = `
    from message
    join fake_sms_submission as text on text.reference = message.account_id || '.' || message.id
   where message.purpose = 'answer' and text.failure_type is null`
const UNKNOWN = `from message where purpose = 'answer' and failure_type = 'unknown_outcome'`
const EVENTS = `from event where type =`
const LOGGED = `from consent_log where action = 'OPT_OUT' and reason = 'STOP'`

const STATEMENTS = {
  'replies stored': `select count(*)::integer from message where direction = 'inbound'`,
  'replies stored with their id': `select count(distinct provider_id)::integer as count from message where direction = 'inbound'`,
  'ids of replies': `select count(*)::integer from inbound_text`,
  'unread texts in conversations': `select sum(unread)::integer as count from conversation`,
  'replies counted': `
    select (coalesce((select sum(count) from statistic_change where statistic = 'received'), 0)
         + coalesce((select sum(count) from statistic_day where statistic = 'received'), 0))::integer as count`,
  'events of replies': `select count(*)::integer ${EVENTS} 'message.received'`,
  'replies with an event': `select count(distinct data #>> '{message,id}')::integer as count ${EVENTS} 'message.received'`,
  'numbers that have opted out': `select count(*)::integer from consent where opted_out_at is not null`,
  'opt-outs in the log': `select count(*)::integer ${LOGGED} and group_id is null`,
  'memberships ended in the log': `select count(*)::integer ${LOGGED} and group_id is not null`,
  'events of memberships that ended': `select count(*)::integer ${EVENTS} 'contacts.group.opted_out'`,
  'members left': `select contact_count as count from contact_group where name = 'All'`,
  'confirmations of STOP': `select count(*)::integer ${ANSWERS} and body like '%opted out%'`,
  'numbers that got one': `select count(distinct to_number)::integer as count ${ANSWERS} and body like '%opted out%'`,
  'answers to HELP': `select count(*)::integer ${ANSWERS} and body like '%Reply STOP%'`,
  'answers on phones, or of unknown outcome': `
    select count(*)::integer from (select message.id ${ON_PHONES} union select id ${UNKNOWN}) as answer`,
  'answers that came twice': `select (count(*) - count(distinct text.reference))::integer as count ${ON_PHONES}`,
  'answers of unknown outcome': `select count(*)::integer ${UNKNOWN}`,
  'jobs that have died': `select count(*)::integer from dead_job`,
}

const STORED = `
  select provider_id, from_number, to_number, body from message where direction = 'inbound'`

const OPTED_OUT = 'select phone from consent where opted_out_at is not null'

const CONFIRMED = `select to_number as phone ${ANSWERS} and body like '%opted out%'`

const SENT = `select to_number as phone from message where broadcast_id = :broadcast and status = 'sent'`
