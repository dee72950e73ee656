import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { EVE, openForms, tagOf } from '../testing/fixtures/form-fixture.js'

let fixture: Awaited<ReturnType<typeof openForms<MemoryAdapters>>>

beforeEach(async () => {
  fixture = await openForms(inMemory())
})

const CONSENT_TEXT = 'I agree to <b>texts</b> & "calls"\nfrom Acme'

async function membershipOf(phone: string) {
  const { body } = await fixture.api('GET', `/contacts/by-phone/${phone}/consent`)
  return body
}

test('a person who enters a number, agrees, and enters the code from the text joins the group', async () => {
  const { status, title, text } = await fixture.visit(fixture.start)
  expect([status, title]).toEqual([200, 'Texts from Acme: VIP'])
  const version = /name="version" value="(\d+)"/.exec(text)![1]!
  const submitted = await fixture.ask({ version, phone: '(202) 555-0166' }, { 'user-agent': 'a browser' })
  expect([submitted.status, submitted.text]).toEqual([303, ''])
  const entry = submitted.headers.get('location')!
  expect(entry).toMatch(new RegExp(`^${fixture.start}/ent_[0-9a-z]{26}$`))
  expect(await fixture.visit(entry)).toMatchObject({ status: 200, title: 'Enter the code: Acme, VIP' })
  const code = (await fixture.codeOn(EVE))!
  const entered = await fixture.post(entry, { code: ` ${code.slice(0, 3)}-${code.slice(3)} ` })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, entry])
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await fixture.visit(entry, { method })).status).toBe(200)
  }
  expect((await fixture.visit(entry)).title).toBe('You have joined: Acme, VIP')
  const { body: contact } = await fixture.api('GET', `/contacts/by-phone/${EVE}`)
  expect(contact.groups).toMatchObject([{ name: 'VIP' }])
  expect(JSON.stringify(await membershipOf(EVE))).toContain('FORM')
})

test('any code for a confirmed entry redirects to the result, even a wrong code', async () => {
  const entry = await fixture.enter()
  const code = (await fixture.codeOn(EVE))!
  for (const given of [code, code, '000000', '']) {
    const { status, headers } = await fixture.post(entry, { code: given })
    expect([given, status, headers.get('location')]).toEqual([given, 303, entry])
  }
})

describe('the page', () => {
  test('labels its fields, and shows the consent text next to the unchecked checkbox', async () => {
    const urls = { privacyUrl: 'https://acme.example/privacy?a=1&b=2', termsUrl: 'https://acme.example/terms' }
    await fixture.declare({ optInForm: { consentText: CONSENT_TEXT, ...urls } })
    const { text } = await fixture.visit(fixture.start)
    expect(text).toContain(
      '<label for="consent">I agree to &#60;b&#62;texts&#60;/b&#62; &#38; &#34;calls&#34;\nfrom Acme</label>',
    )
    expect(text).toContain('<a href="https://acme.example/privacy?a=1&#38;b=2" rel="noreferrer">Privacy policy</a>')
    expect(text).toContain('<a href="https://acme.example/terms" rel="noreferrer">Terms</a>')
    expect(text).toContain('<label for="phone">')
    expect(tagOf(text, 'phone')).toMatch(
      /type="tel" inputmode="tel" autocomplete="tel".* aria-describedby="phone-hint"/,
    )
    expect(tagOf(text, 'consent')).not.toContain('checked')
    expect(text).not.toMatch(/<script|style=|onclick|http-equiv|autofocus|aria-invalid/)
  })

  test('has no links if the account has none', async () => {
    expect((await fixture.visit(fixture.start)).text).not.toContain('<a ')
  })

  test('is also found with a trailing slash', async () => {
    expect((await fixture.visit(`${fixture.start}/`)).text).toBe((await fixture.visit(fixture.start)).text)
  })

  test('has a hidden field for bots, and a bot that fills it in gets the normal response but no code', async () => {
    const { text } = await fixture.visit(fixture.start)
    expect(tagOf(text, 'website')).toMatch(/tabindex="-1" autocomplete="off"/)
    expect(text).toMatch(/<div class="more" aria-hidden="true">\s*<label for="website">/)
    expect((await fixture.ask({ website: 'https://spam.example' })).status).toBe(303)
    expect(await fixture.codeOn(EVE)).toBeNull()
  })
})

describe('a fault', () => {
  test('in both fields: the page names both, focuses the first, and keeps the input', async () => {
    const { status, title, text } = await fixture.ask({ phone: '"12', consent: '' })
    expect([status, title]).toEqual([422, 'Error: Texts from Acme: VIP'])
    expect(text).toMatch(/role="alert">[^]*<a href="#phone">Enter a full phone[^]*<a href="#consent">Tick the box/)
    expect(tagOf(text, 'phone')).toMatch(
      /value="&#34;12" aria-describedby="phone-fault phone-hint" aria-invalid="true" auto/,
    )
    expect(tagOf(text, 'consent')).toMatch(/aria-describedby="consent-fault" aria-invalid="true"/)
    expect(text.match(/autofocus/g)).toHaveLength(1)
    expect(text).toContain('id="phone-fault"')
    expect(text).toContain('id="consent-fault"')
  })

  test('only in the checkbox: the number is kept, and the checkbox has the focus', async () => {
    const { status, text } = await fixture.ask({ consent: '' })
    expect(status).toBe(422)
    expect(tagOf(text, 'phone')).toMatch(/value="\+12025550166" aria-describedby="phone-hint"/)
    expect(tagOf(text, 'consent')).toContain('autofocus')
  })

  test('only in the number: the checkbox stays checked', async () => {
    const { status, text } = await fixture.ask({ phone: ' ' })
    expect(status).toBe(422)
    expect(text).toContain('Enter your phone number.')
    expect(tagOf(text, 'consent')).toContain('checked')
  })

  test.each(['0', '2', '', 'x', '1e0x'])(
    'in the version, %j: the page shows the current text, and the checkbox is not checked',
    async (version) => {
      const { status, title, text } = await fixture.ask({ version })
      expect([status, title]).toEqual([409, 'Error: Texts from Acme: VIP'])
      expect(text).toContain('has changed since')
      expect(tagOf(text, 'consent')).not.toContain('checked')
      expect(tagOf(text, 'phone')).toContain(`value="${EVE}"`)
      expect(await fixture.codeOn(EVE)).toBeNull()
    },
  )
})

test('agreeing to a text that has changed in the meantime is refused', async () => {
  await fixture.visit(fixture.start)
  await fixture.declare({ optInForm: { consentText: CONSENT_TEXT } })
  const { status, text } = await fixture.ask()
  expect([status, /name="version" value="(\d+)"/.exec(text)![1]]).toEqual([409, '2'])
  expect((await fixture.ask({ version: '2' })).status).toBe(303)
})

describe('a code', () => {
  test('that is wrong stays in the field, and the page shows the remaining attempts, down to none', async () => {
    const entry = await fixture.enter()
    for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
      const { status, title, text } = await fixture.post(entry, { code: '000 000' })
      expect([status, title]).toEqual([422, 'Error: Enter the code: Acme, VIP'])
      expect(text).toContain(`You have ${left} left.`)
      expect(tagOf(text, 'code')).toMatch(
        /value="000 000" aria-describedby="code-fault code-hint" aria-invalid="true" auto/,
      )
    }
    for (const visit of [await fixture.post(entry, { code: '000000' }), await fixture.visit(entry)]) {
      expect(visit.title).toBe('Error: This code is no longer valid: Acme, VIP')
      expect(visit.text).toContain(`<a href="${fixture.start}">Start again</a>`)
    }
  })

  test.each(['', ' ', '12345', '1234567', 'abcdef'])(
    'in the wrong form, such as %j, does not count as an attempt',
    async (code) => {
      const entry = await fixture.enter()
      for (let i = 0; i < 6; i++) expect((await fixture.post(entry, { code })).status).toBe(422)
      const right = (await fixture.codeOn(EVE))!
      expect((await fixture.post(entry, { code: right })).status).toBe(303)
    },
  )

  test('that has expired gets a page with a link to begin again', async () => {
    const entry = await fixture.enter()
    const code = (await fixture.codeOn(EVE))!
    fixture.clock.advance(600_000)
    for (const visit of [await fixture.post(entry, { code }), await fixture.visit(entry)]) {
      expect(visit.title).toBe('Error: The code has expired: Acme, VIP')
      expect(visit.text).toContain(`<a href="${fixture.start}">Start again</a>`)
      expect(visit.text).not.toContain('resend')
    }
  })

  test('is entered in a field that phones can autofill, which has the focus', async () => {
    const { text } = await fixture.visit(await fixture.enter())
    expect(tagOf(text, 'code')).toMatch(/inputmode="numeric" autocomplete="one-time-code" maxlength="12".* autofocus/)
  })
})

describe('another code', () => {
  test('is sent after a delay, and replaces the first code', async () => {
    const entry = await fixture.enter()
    const first = await fixture.codeOn(EVE)
    const early = await fixture.post(`${entry}/resend`, {})
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '30'])
    expect(early.text).toContain('Try again in 30 seconds.')
    fixture.clock.advance(30_000)
    const { status, headers } = await fixture.post(`${entry}/resend`, {})
    expect([status, headers.get('location')]).toEqual([303, `${entry}?resent`])
    const page = await fixture.visit(headers.get('location')!)
    expect(page.text).toMatch(/role="status">\s*If the number can get texts, another code is on its way/)
    const second = await fixture.codeOn(EVE)
    expect(second).not.toBe(first)
    expect((await fixture.post(entry, { code: first! })).status).toBe(422)
    expect((await fixture.post(entry, { code: second! })).status).toBe(303)
    expect((await fixture.post(`${entry}/resend`, {})).headers.get('location')).toBe(entry)
  })

  test('can be requested only twice', async () => {
    const entry = await fixture.enter()
    let code: string | null = null
    for (let i = 0; i < 2; i++) {
      fixture.clock.advance(30_000)
      expect((await fixture.post(`${entry}/resend`, {})).status).toBe(303)
      code = await fixture.codeOn(EVE)
    }
    fixture.clock.advance(30_000)
    const { status, text } = await fixture.post(`${entry}/resend`, {})
    expect(status).toBe(422)
    expect(text).toContain('No further code can be sent.')
    expect(text).not.toContain('Send another code')
    expect(await fixture.codeOn(EVE)).toBe(code)
    expect((await fixture.post(entry, { code: code! })).status).toBe(303)
  })

  test('is not sent for a GET of its URL, which redirects to the entry', async () => {
    const entry = await fixture.enter()
    const { status, headers } = await fixture.visit(`${entry}/resend`)
    expect([status, headers.get('location')]).toEqual([303, entry])
  })
})

describe('these requests are refused, and the input is kept:', () => {
  test('too many codes from one address, with the time to wait', async () => {
    for (let i = 0; i < 30; i++) expect((await fixture.ask({ phone: `+1303${200 + i}0123` })).status).toBe(303)
    const { status, headers, text, title } = await fixture.ask()
    expect([status, headers.get('retry-after'), title]).toEqual([429, '3600', 'Error: Texts from Acme: VIP'])
    expect(text).toContain('Try again in 60 minutes.')
    expect(tagOf(text, 'phone')).toContain(`value="${EVE}"`)
    expect(tagOf(text, 'consent')).toContain('checked')
  })

  test('a request to an account without credits', async () => {
    const poor = { name: 'Broke', numbers: [{ number: '+12025550178' }], groups: [{ name: 'All' }] }
    const { body } = await fixture.admin('POST', '/apply', { body: { account: poor } })
    const { status, text } = await fixture.post(`/opt-in/${body.groups[0].id}`, {
      version: '1',
      phone: EVE,
      consent: 'yes',
    })
    expect(status).toBe(503)
    expect(text).toContain('No code can be sent at the moment.')
    expect(tagOf(text, 'phone')).toContain(`value="${EVE}"`)
  })
})
