import { afterAll, afterEach, beforeAll } from '@jest/globals'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { chromiumLaunchOptions } from '../../scripts/chromium.js'

/** Shorter than the timeout of a test, so that the error message names the condition that the test waited for. */
export const TIMEOUT_MS = 60_000

/** Headless Chromium: one process for all tests of a file. */
let browser: Browser
const open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  browser = await chromium.launch(await chromiumLaunchOptions())
})

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

afterAll(() => browser?.close())

/** A page in a separate browser context, which is closed after the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  closeAfterTest(() => context.close())
  context.setDefaultTimeout(TIMEOUT_MS)
  return context.newPage()
}

/** Closes in reverse order of opening. */
export function closeAfterTest(close: () => Promise<unknown>): void {
  open.push(close)
}

/** The violations that axe finds in the current page, by element. */
export async function accessibilityViolations(page: Page): Promise<unknown> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  return page.evaluate(`axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => [html, failureSummary])]))`)
}
