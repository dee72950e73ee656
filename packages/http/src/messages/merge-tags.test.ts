import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, SALE, openMessaging } from '../testing/fixtures/messaging-fixture.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ trackingLinks: [SALE] })
})

const change = (fields: object) => fixture.api('PATCH', `/contacts/by-phone/${ANN}`, { body: fields })

/** Sends a body, checks that the provider, later reads and a repeat get the same text, and returns the text. */
async function sentAs(body: string, fields: object = {}): Promise<string> {
  const idempotencyKey = `key-${fixture.provider.submitted.length}`
  const sent = await fixture.send({ body, idempotencyKey, ...fields })
  expect([sent.status, sent.body.status]).toEqual([201, 'sent'])
  expect(fixture.provider.submitted.at(-1)!.body).toBe(sent.body.body)
  expect(await fixture.read(sent.body.id)).toEqual(sent.body)
  expect((await fixture.send({ body: 'another', idempotencyKey })).body).toEqual(sent.body)
  return sent.body.body
}

describe('the merge tags of a send', () => {
  test('are replaced by the values of the contact', async () => {
    await change({
      ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', gender: 'FEMALE', birthDate: '1990-02-28' },
      ...{ address: { postalCode: '20500' } },
      customFields: { Plan: 'Pro', Note: 'n', Age: 30.5, Member: true, Since: '2020-01-31', Likes: ['Tea', 'Rum'] },
    })
    const fields = ['first_name', 'last_name', 'email', 'phone_number', 'gender', 'date_of_birth', 'zip_code']
    expect(await sentAs(fields.map((name) => `{{contact_${name}}}`).join('|'))).toBe(
      'Ann|Lee|ann@example.com|+1 202 555 0123|FEMALE|1990-02-28|20500',
    )
    const keys = [1, 2, 3, 4, 5, 6, 7].map((n) => `{{ contact_custom_field_${n} }}`)
    expect(await sentAs(keys.join('|'))).toBe('Pro|n|30.5|true|2020-01-31|Tea, Rum|')
  })

  test('are empty if the contact has no value', async () => {
    expect(await sentAs('Hi {{contact_first_name}}!{{contact_custom_field_1}}')).toBe('Hi !')
    expect(await sentAs('{{contact_first_name}}')).toBe('')
  })

  test('use the dates of the account: today is the day in its timezone', async () => {
    fixture.clock.set(new Date('2026-03-01T03:00:00.000Z'))
    const body = `{{current_date}} {{dateOffset "1d"}} {{dateOffset '2w'}} {{dateOffset "1m"}} {{dateOffset "1y"}}`
    expect(await sentAs(body)).toBe('03/01/2026 03/02/2026 03/15/2026 04/01/2026 03/01/2027')
    await fixture.declare({ timezone: 'America/New_York' })
    expect(await sentAs(body)).toBe('02/28/2026 03/01/2026 03/14/2026 03/28/2026 02/28/2027')
  })

  test('that are unknown or malformed are left unchanged', async () => {
    const body = '{{first_name}} {{Contact_First_Name}} {{contact_custom_field_8}} {{dateOffset "1h"}} {{{}}} {{ }} {{'
    expect(await sentAs(body)).toBe(body)
  })

  test('expand a registered link; an unregistered link becomes text, in which other tags are replaced', async () => {
    await change({ firstName: 'Ann' })
    expect(await sentAs('{{contact_first_name}}: {{trackingLink "go.acme.com/sale"}}')).toMatch(
      /^Ann: https:\/\/go\.acme\.com\/sale\/[A-Za-z0-9]{10}$/,
    )
    for (const argument of [
      'https://go.acme.com/sale',
      '/go.acme.com/sale',
      'go.acme.com/sale/',
      ' go.acme.com/sale',
    ]) {
      expect(await sentAs(`{{trackingLink "${argument}"}}`)).toBe(argument)
    }
    expect(await sentAs('{{trackingLink "go.acme.com/{{contact_first_name}}"}}')).toBe('go.acme.com/Ann')
  })

  test('do not expand a link of another account', async () => {
    await fixture.openPoor({ credits: { sms: 2, mms: 0 } })
    const { body } = await fixture.sendOfPoor({ body: '{{trackingLink "go.acme.com/sale"}}' })
    expect(body.body).toBe('go.acme.com/sale')
  })

  test('are never expanded within a value', async () => {
    await change({ firstName: '{{contact_last_name}}', lastName: '$& {{trackingLink "go.acme.com/sale"}}' })
    expect(await sentAs('{{contact_first_name}} {{contact_last_name}}')).toBe(
      '{{contact_last_name}} $& {{trackingLink "go.acme.com/sale"}}',
    )
    await change({ firstName: '{{contact_', lastName: 'first_name}}' })
    expect(await sentAs('{{contact_first_name}}{{contact_last_name}}')).toBe('{{contact_first_name}}')
  })

  test('are expanded only in the body: braces in mediaUrl are sent literally', async () => {
    await change({ firstName: 'Ann' })
    const mediaUrl = 'https://example.com/{{contact_first_name}}.jpg'
    expect(await sentAs('{{contact_first_name}}', { mediaUrl })).toBe('Ann')
    expect(fixture.provider.submitted.at(-1)).toMatchObject({ mediaUrl })
  })
})

describe('the limit of 640 characters', () => {
  test('applies to the submitted body: the rendered text may be longer', async () => {
    await change({ email: `${'a'.repeat(60)}@example.com` })
    const tags = '{{contact_email}}'.repeat(30)
    const body = tags + '🔔'.repeat(640 - tags.length)
    expect(await sentAs(body)).toHaveLength(30 * 72 + 2 * (640 - tags.length))
    expect((await fixture.send({ body: `${body}x` })).body.code).toBe(33400)
  })

  test('also applies if the rendered text is shorter', async () => {
    expect((await fixture.send({ body: '{{contact_first_name}}'.repeat(30) })).body.code).toBe(33400)
  })
})

test('a long merged value does not cost more credits', async () => {
  await change({ customFields: { Note: '🔔'.repeat(500) } })
  await sentAs('{{contact_custom_field_2}}')
  expect((await fixture.credits()).sms).toBe(998)
})

test('the text of a queued message does not change once the message is accepted', async () => {
  await change({ firstName: 'Ann' })
  fixture.provider.script.push({ kind: 'try-later', afterMs: null })
  const body = 'Hi {{contact_first_name}} {{trackingLink "go.acme.com/sale"}}'
  const sent = (await fixture.send({ body })).body
  expect(sent.status).toBe('queued')
  await change({ firstName: 'Bea' })
  fixture.clock.advance(60_000)
  await fixture.runJobs()
  expect(fixture.provider.submitted.at(-1)!.body).toBe(sent.body)
  expect(await fixture.read(sent.id)).toMatchObject({ status: 'sent', body: sent.body })
})
