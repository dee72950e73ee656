import { parsePhoneNumber, parseTimeZone } from '@carillon/core'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { BrowserContextOptions } from 'playwright-core'
import { accessibilityViolations, openPage } from '../testing/open-page.js'
import { ADMIN_TOKEN, aServer, type TestServer } from '../testing/service/a-server.js'

const ANN = parsePhoneNumber('+12025550123')
const OURS = '+12025550100'
/** The number of texts: more than fit on one printed page. */
const TEXTS = 60

let server: TestServer

beforeAll(async () => {
  server = await aServer()
  const { applyAccount, receiveInbound } = server.useCases
  const declaration = {
    name: 'Acme',
    timezone: parseTimeZone('America/New_York'),
    numbers: [{ number: OURS }],
  }
  await applyAccount.execute({ declaration, prune: false })
  for (let i = 0; i < TEXTS; i++) {
    const body = i === 0 ? 'STOP' : `Text ${i}: ${'unbreakable'.repeat(20)}`
    await receiveInbound.execute({ from: ANN, to: OURS, body, mediaUrl: null, providerId: `text-${i}` })
  }
})

afterAll(() => server?.stop())

async function openProof(options: BrowserContextOptions = {}) {
  const page = await openPage({ extraHTTPHeaders: { authorization: `Bearer ${ADMIN_TOKEN}` }, ...options })
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`${server.url}/admin/v1/accounts/Acme/contacts/${encodeURIComponent(ANN)}/proof`)
  return { page, problems }
}

test('the content security policy allows the styles of the proof, which is no wider than a phone', async () => {
  const { page, problems } = await openProof({ viewport: { width: 360, height: 740 } })
  expect(await page.title()).toBe(`Consent of ${ANN} at Acme`)
  expect(await page.evaluate('getComputedStyle(document.querySelector("caption")).fontStyle')).toBe('italic')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(problems).toEqual([])
})

test('axe finds no violation in the proof', async () => {
  const { page } = await openProof({ bypassCSP: true })
  expect(await accessibilityViolations(page)).toEqual([])
})

/** Keeps only two of each repeated element, because axe needs a minute for the whole reference. */
test.each([
  ['/docs/errors', 'main', '.none'],
  ['/docs#sendMessage', '#sendMessage', ':is(.operation, .schema, .contents li):nth-of-type(n + 3)'],
])(
  'axe finds no violation on %s, light or dark, and the content security policy of the page allows its styles',
  async (path, part, rest) => {
    const problems: string[] = []
    const page = await openPage({ viewport: { width: 360, height: 740 } })
    page.on('console', (message) => problems.push(message.text()))
    await page.goto(server.url + path)
    await page.locator(part).and(page.locator(':visible')).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await page.evaluate('getComputedStyle(document.querySelector(".brand")).fontWeight')).toBe('700')
    expect(problems).toEqual([])
    await page.evaluate(`document.querySelectorAll('${rest}').forEach((one) => one.remove())`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await accessibilityViolations(page)]).toEqual([colorScheme, []])
    }
  },
)

test('the proof prints black on white on several pages, each with the table headings', async () => {
  const { page } = await openProof()
  await page.emulateMedia({ media: 'print' })
  const styles = ['color', 'backgroundColor'].map((name) => `getComputedStyle(document.documentElement).${name}`)
  expect(await page.evaluate(`[${styles.join()}]`)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  expect(await page.evaluate('getComputedStyle(document.querySelector("thead")).display')).toBe('table-header-group')
  const shown = await page.locator('main').innerText()
  for (const text of ['Opted out', 'Text 1:', `Text ${TEXTS - 1}:`]) expect(shown).toContain(text)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(2)
})
