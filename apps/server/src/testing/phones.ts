import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { DEMO_CONTACT, DEMO_SENDER } from '../start/demo/demo-account.js'
import { closeAfterTest, openPage, TIMEOUT_MS } from './open-page.js'
import { aDemoService } from './service/a-demo-service.js'
import { aWire } from './service/a-wire.js'

export const ANN = DEMO_CONTACT
export const OURS = DEMO_SENDER

/** The whole service with its demo account, and the page of its phones in a browser. */
export async function openPhones(options: BrowserContextOptions = {}) {
  const { url, send, fakeSms, close } = await aDemoService()
  closeAfterTest(close)
  const wire = await aWire(url)
  closeAfterTest(wire.close)
  const page = await openPage({ viewport: { width: 1280, height: 800 }, ...options })
  await page.goto(`${wire.url}/sim`)
  await page.getByText('Live', { exact: true }).waitFor()
  const write = async (from: string, body: string) => {
    await page.request.post(`${url}/sim/inbound`, { data: { from, to: OURS, body } })
  }
  const pin = async (number: string) => {
    await page.getByLabel('Number of a phone to add').fill(number)
    await page.keyboard.press('Enter')
    await phoneOn(page, number).element.waitFor()
  }
  /** Delivers texts of which the service has no record, as if they were from another account. */
  const arrive = async (to: string, count: number) => {
    const bodies = Array.from({ length: count }, (_, i) => `Text ${i}.`)
    const submissions = bodies.map((body) => ({ reference: body, from: OURS, to, body, mediaUrl: null }))
    await fakeSms.submit(submissions, { deadlineMs: TIMEOUT_MS })
  }
  const shown = async () => {
    const phones = await page.getByRole('region', { name: /^Phone/ }).all()
    return Promise.all(phones.map((phone) => phone.getByRole('heading').textContent()))
  }
  return { page, wire, send, write, pin, arrive, shown, phone: (number: string) => phoneOn(page, number) }
}

function phoneOn(page: Page, number: string) {
  const element = page.getByRole('region', { name: `Phone ${number}` })
  return {
    element,
    text: (body: string): Locator => element.getByRole('listitem').filter({ hasText: body }),
    field: element.getByRole('textbox', { name: `Write a text on ${number}` }),
  }
}

/** Resolves when the element has the focus. */
export function focused(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor()
}
