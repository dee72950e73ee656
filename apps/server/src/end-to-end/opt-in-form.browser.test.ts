import { expect, test } from '@jest/globals'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DEMO_CONTACT, DEMO_SENDER } from '../start/demo/demo-account.js'
import { closeAfterTest, accessibilityViolations, openPage } from '../testing/open-page.js'
import { aDemoService } from '../testing/service/a-demo-service.js'

const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true } as const

test('the form works by keyboard and without scripts, and, unlike the API, opts a phone in after a STOP', async () => {
  const { page, url, api, send, form, codeOn } = await openForm({ ...SMALL, javaScriptEnabled: false })
  await stop(url)
  const join = await api(
    'POST',
    `/contacts/by-phone/${encodeURIComponent(DEMO_CONTACT)}/groups/${form.split('/').at(-1)}`,
  )
  expect([join.status, (await send('Hello?')).status]).toEqual([409, 400])

  await page.goto(form)
  const { keyboard } = page
  await keyboard.press('Tab')
  await keyboard.type('202-555-0123')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  const entry = page.url()
  await keyboard.type(await codeOn(DEMO_CONTACT))
  await keyboard.press('Enter')
  const confirmed = page.getByRole('heading', { level: 1, name: 'You have joined' })
  await confirmed.waitFor()
  await page.reload()
  await confirmed.waitFor()
  await page.goto(form)
  await page.goBack()
  await confirmed.waitFor()
  expect(page.url()).toBe(entry)

  expect((await send('Welcome back!')).status).toBe(201)
  const { body } = await api('GET', `/contacts/by-phone/${encodeURIComponent(DEMO_CONTACT)}`)
  expect(body).toMatchObject({ groups: expect.arrayContaining([expect.objectContaining({ name: 'Newsletter' })]) })
})

test('the pages fit a small screen, load nothing from other sites, and block scripts', async () => {
  const { page, url, form, codeOn } = await openForm(SMALL)
  const requested: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  for (const step of Object.values(STEPS)) {
    await step({ page, form, codeOn })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  }
  expect(requested.filter((one) => !one.startsWith(`${url}/opt-in/`))).toEqual([])
  expect(problems.filter((text) => !text.includes('the server responded with a status of'))).toEqual([])
  await expect(page.addScriptTag({ content: 'window.ran = true' })).rejects.toThrow('Content Security Policy')
  expect(await page.evaluate('window.ran')).toBeUndefined()
})

test('while codes are not entered, the page computes a proof of work, and sends the form by itself', async () => {
  const { page, form, url, codeOn } = await openForm(PHONE)
  await sendUnenteredCodes({ url, form }, 51)
  const seen: string[] = []
  page.on('response', (response) => seen.push(`${response.status()} ${response.request().method()}`))
  const violations: string[] = []
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await join({ page, form, codeOn })
  expect(seen).toEqual(expect.arrayContaining(['429 POST', '303 POST']))
  expect(violations.filter((text) => !text.includes('429'))).toEqual([])
})

test('without JavaScript, the page with the proof of work says what to do, and keeps the input', async () => {
  const { page, form, url } = await openForm({ ...PHONE, javaScriptEnabled: false })
  await sendUnenteredCodes({ url, form }, 51)
  await page.goto(form)
  await page.getByLabel('Mobile phone number').fill(DEMO_CONTACT)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByRole('status').getByText('turn on JavaScript').waitFor()
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
})

/** Requests codes for numbers of different prefixes. */
async function sendUnenteredCodes({ url, form }: { url: string; form: string }, count: number) {
  const account = { name: 'Demo', optInForm: { limits: { addressPerHour: 1_000 } } }
  const applied = await fetch(`${url}/admin/v1/apply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer the-admin-token-for-tests' },
    body: JSON.stringify({ account }),
  })
  expect(applied.status).toBe(200)
  const version = /name="version" value="(\d+)"/.exec(await (await fetch(form)).text())![1]!
  for (let n = 0; n < count; n++) {
    const body = new URLSearchParams({ version, phone: `+1303${200 + n}0123`, consent: 'yes', website: '' })
    expect((await fetch(form, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  }
}

test('axe finds no violation on any page, light or dark', async () => {
  const { page, form, codeOn } = await openForm({ ...PHONE, bypassCSP: true, reducedMotion: 'reduce' })
  for (const [name, step] of Object.entries(STEPS)) {
    await step({ page, form, codeOn })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([name, colorScheme, await accessibilityViolations(page)]).toEqual([name, colorScheme, []])
    }
  }
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const

/** Steps through every page; each step begins where the previous one ended. */
const STEPS: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  start: async ({ page, form }) => {
    await page.goto(form)
    await titled(page, 'Texts from Demo')
  },
  faults: async ({ page }) => {
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await titled(page, 'Error: Texts from Demo')
    await page.getByLabel('Mobile phone number').and(page.locator(':focus')).waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Tick the box' }).click()
    await page.getByRole('checkbox', { name: 'I agree' }).and(page.locator(':focus')).waitFor()
  },
  'a number of another country': async ({ page }) => {
    await page.getByLabel('Mobile phone number').fill('+44 7400 123456')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await page.getByRole('alert').getByText('Numbers of this country cannot join here.').waitFor()
  },
  code: async ({ page }) => {
    await page.getByLabel('Mobile phone number').fill('+1 303 555 0144')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await titled(page, 'Enter the code')
  },
  'a code too soon': async ({ page }) => {
    await page.getByRole('button', { name: 'Send another code' }).click()
    await page.getByRole('alert').getByText('A code was sent less than a minute ago.').waitFor()
  },
  'another code': async ({ page }) => {
    await page.goto(page.url().replace('/resend', '?resent'))
    await page.getByRole('status').waitFor()
  },
  'wrong codes': async ({ page }) => {
    await wrongCode(page)
    await page.getByRole('alert').getByText('You have 4 attempts left.').waitFor()
  },
  'too many of them': async ({ page }) => {
    for (const left of ['3 attempts', '2 attempts', '1 attempt']) {
      await wrongCode(page)
      await page.getByRole('alert').getByText(`You have ${left} left.`).waitFor()
    }
    await wrongCode(page)
    await titled(page, 'Error: This code is no longer valid')
  },
  confirmed: join,
  nothing: async ({ page, form }) => {
    await page.goto(form.slice(0, -1))
    await titled(page, 'Error: Page not found')
  },
}

type Given = Pick<Awaited<ReturnType<typeof openForm>>, 'page' | 'form' | 'codeOn'>

async function join({ page, form, codeOn }: Given) {
  await page.goto(form)
  await page.getByLabel('Mobile phone number').fill(DEMO_CONTACT)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('Code').fill(await codeOn(DEMO_CONTACT))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await titled(page, 'You have joined')
}

async function wrongCode(page: Page) {
  await page.getByLabel('Code').fill('000 000')
  await page.keyboard.press('Enter')
}

async function titled(page: Page, title: string) {
  await page.locator(`xpath=//title[starts-with(., '${title}')]`).waitFor({ state: 'attached' })
}

async function openForm(options: BrowserContextOptions) {
  const service = await aDemoService()
  closeAfterTest(service.close)
  const { url, demo } = service
  /** Reads the code from the phone as soon as it arrives. */
  const codeOn = async (phone: string) => {
    const phones = await openPage()
    await phones.goto(`${url}/sim`)
    const text = phones.getByRole('region', { name: `Phone ${phone}` }).getByText(/\b\d{6}\b/)
    return /\b\d{6}\b/.exec((await text.last().textContent())!)![0]
  }
  return { ...service, page: await openPage(options), form: `${url}/opt-in/${demo.group}`, codeOn }
}

async function stop(url: string) {
  const body = JSON.stringify({ from: DEMO_CONTACT, to: DEMO_SENDER, body: 'STOP' })
  const { status } = await fetch(`${url}/sim/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(status).toBe(200)
}
