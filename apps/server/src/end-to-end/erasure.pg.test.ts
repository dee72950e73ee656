import { afterEach, expect, test } from '@jest/globals'
import { ANN, OURS, PERSONAL, openErasable, type Erasable } from '../testing/service/erasable-service.js'
import { OTHERS, exerciseEverything } from '../testing/service/exercise-everything.js'

let service: Erasable

afterEach(() => service.close())

/** Every table that may contain personal data. Add a new one here, and let `exerciseEverything` store data in it. */
const PERSONAL_TABLES = [
  'broadcast_chunk',
  'carrier_look_up',
  'click',
  'consent',
  'consent_log_text',
  'contact',
  'contact_import_step',
  'contact_list_member',
  'conversation',
  'conversation_note',
  'draft',
  'event',
  'fake_sms_behaviour',
  'fake_sms_submission',
  'fake_sms_written',
  'form_entry',
  'frequency_use',
  'idempotency_key',
  'membership',
  'message',
  'outbox',
  'pool_member',
  'provider_opt_out',
  'receipt',
  'recipient_key',
  'rejected_row',
  'webhook_attempt',
]

/** Tables that identify people by ids and pseudonyms only, or not at all. */
const OTHER_TABLES = [
  'account',
  'api_key',
  'api_key_use',
  'audit_entry',
  'audit_subject',
  'broadcast',
  'carillon_migration',
  'click_count',
  'click_day',
  'click_network',
  'consent_log',
  'contact_group',
  'contact_import',
  'contact_list',
  'credit_balance',
  'custom_field',
  'dashboard_user',
  'dead_job',
  'form_text',
  'group_tag',
  'inbound_text',
  'job',
  'ledger_entry',
  'one_time_link',
  'pool_load',
  'possible_opt_out',
  'rate_window',
  'request_log',
  'schedule',
  'schedule_send',
  'segment',
  'sender',
  'sender_pace',
  'service_record',
  'service_secret',
  'smsc_echo',
  'smsc_inbound_part',
  'smsc_inbound_text',
  'smsc_message',
  'smsc_text',
  'statistic_change',
  'statistic_day',
  'suppression',
  'tag',
  'template',
  'template_version',
  'test_text',
  'tracking_link',
  'trim_turn',
  'usage_counter',
  'user_role',
  'user_session',
  'webhook_delivery',
  'webhook_endpoint',
  'worker_process',
]

test('after an erasure no table has personal data of the contact, and all counts and credits are correct', async () => {
  service = await openErasable()
  const { contact } = await exerciseEverything(service)
  expect(await tablesOf(service)).toEqual([...PERSONAL_TABLES, ...OTHER_TABLES].sort())
  const terms = [...PERSONAL, contact]
  expect(await tablesWith(service, terms)).toEqual(PERSONAL_TABLES)

  const { status, body } = await service.admin('DELETE', `/accounts/Acme/contacts/${ANN}`)
  expect([status, body]).toEqual([200, expect.objectContaining({ contact: true, lists: 1, suppressed: true })])
  for (const counted of ['messages', 'recipients', 'events']) expect(body[counted]).toBeGreaterThan(2)
  expect(await tablesWith(service, terms)).toEqual([])

  await endRetries(service)
  await service.work()
  await service.relay()
  await service.work()
  expect(await tablesWith(service, terms)).toEqual([])
  expect(await openSends(service)).toEqual([])
  await expectTrueCounts(service)
  await expectNothingShown(service, terms)
  await expectRefusedFromNowOn(service)
})

async function tablesOf({ knex }: Erasable): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(TABLES)
  return rows.map(({ name }) => name).sort()
}

async function tablesWith(service: Erasable, terms: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of await tablesOf(service)) {
    const patterns = terms.map((term) => `%${term}%`)
    const { rows } = await service.knex.raw<{ rows: unknown[] }>(
      'select from ?? as t where t::text ilike any (?::text[]) limit 1',
      [table, patterns],
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

const TABLES = `
  select table_name as name
    from information_schema.tables
   where table_schema = current_schema() and table_type = 'BASE TABLE'`

/** Makes waiting jobs due. No worker has claimed any of them. */
async function endRetries({ knex }: Erasable) {
  await knex.raw(`update job set run_at = to_timestamp(0) where kind in ('finish-message', 'dispatch-chunk')`)
}

async function openSends({ knex }: Erasable): Promise<readonly unknown[]> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(`select id, status from message where status = 'queued'`)
  return rows
}

async function expectTrueCounts({ knex }: Erasable) {
  for (const statement of FALSE_COUNTS) {
    const { rows } = await knex.raw<{ rows: unknown[] }>(statement)
    expect([statement, rows]).toEqual([statement, []])
  }
  const { rows } = await knex.raw<{ rows: { reserved: string }[] }>(
    'select sms_reserved + mms_reserved as reserved from credit_balance',
  )
  expect(rows).toEqual([{ reserved: '0' }])
}

const OF_BROADCAST = 'account_id = broadcast.account_id and broadcast_id = broadcast.id'

/** Each statement finds rows with a wrong count or sum. */
const FALSE_COUNTS = [
  `select place, unit, moved from (
     select account_id, place, unit, sum(amount) as moved from (
       select account_id, to_place as place, unit, amount from ledger_entry
       union all
       select account_id, from_place, unit, -amount from ledger_entry
     ) as moves group by account_id, place, unit
   ) as sums join credit_balance using (account_id)
    where (place, unit) in (('available', 'sms'), ('available', 'mms'), ('reserved', 'sms'), ('reserved', 'mms'))
      and moved <> case place || unit when 'availablesms' then sms_available when 'availablemms' then mms_available
                     when 'reservedsms' then sms_reserved else mms_reserved end`,
  `select id, total, sent, failed from broadcast
    where sent <> (select count(*) from message where ${OF_BROADCAST} and message.status = 'sent')
       or failed <> (select count(*) from message where ${OF_BROADCAST} and message.status = 'failed')
       or sent + failed + canceled <> total or completed_at is null`,
  `select name, contact_count from contact_group
    where contact_count <> (
            select count(*) from membership
             where account_id = contact_group.account_id and group_id = contact_group.id and state = 'active'
          )`,
  `select name, size from contact_list
    where size <> (
            select count(*) from contact_list_member
             where account_id = contact_list.account_id and list_id = contact_list.id
          )`,
]

/** Checks that no response shows the data to an operator or the account. */
async function expectNothingShown({ admin, api, knex }: Erasable, terms: readonly string[]) {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>('select id from broadcast')
  const { rows: hooks } = await knex.raw<{ rows: { id: string }[] }>('select id from webhook_endpoint')
  const shown = [
    await admin('GET', '/accounts/Acme/contacts/export'),
    await api('GET', '/contacts?limit=100'),
    await api('GET', '/contacts?limit=100&page=2'),
    await api('GET', '/messaging/message?limit=100'),
    await api('GET', '/messaging/message?limit=100&page=2'),
    await api('GET', '/messaging/message?limit=100&page=3'),
  ]
  for (const { id } of rows) {
    const path = `/messaging/${id.startsWith('bat') ? 'batch' : 'broadcast'}/${id}/messages`
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      shown.push(await api('GET', path, undefined, { accept }))
    }
  }
  for (const { id } of hooks) {
    const span = { from: new Date(0).toISOString(), to: new Date(Date.now() + 1_000).toISOString() }
    expect((await admin('POST', `/accounts/Acme/webhooks/${id}/replay`, span)).status).toBe(202)
    shown.push(await admin('GET', `/accounts/Acme/webhooks/${id}/deliveries?limit=100`))
  }
  for (const { status, text } of shown) {
    expect(status).toBe(200)
    expect(terms.filter((term) => text.includes(term))).toEqual([])
  }
  const consent = await api('GET', `/contacts/by-phone/${ANN}/consent`)
  expect(consent.body).toMatchObject({ state: 'opted_out', groups: [], providerOptOuts: [] })
  expect(consent.body.log.length).toBeGreaterThan(5)
  const others = terms.filter((term) => !ANN.includes(term))
  expect(others.filter((term) => consent.text.includes(term))).toEqual([])
}

async function expectRefusedFromNowOn({ admin, api, importCsv }: Erasable) {
  const send = { to: ANN, from: OURS, body: 'Hi' }
  expect((await api('POST', '/messaging/message', send)).body.code).toBe(33029)
  const again = await admin('DELETE', `/accounts/Acme/contacts/${ANN}`)
  expect([again.status, again.body]).toEqual([
    200,
    { contact: false, groups: 0, lists: 0, messages: 0, recipients: 0, events: 0, suppressed: true },
  ])
  const imported = await importCsv(`phoneNumber\n${ANN}\n${OTHERS[0]!}\n`, 'News')
  expect(imported.text).toMatch(/"line":2,"reason":"The contact was saved, but did not join the group: .*opted out/)
  expect((await api('POST', '/messaging/message', send)).body.code).toBe(33029)
}
