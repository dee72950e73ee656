import { expect } from '@jest/globals'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { aVisitor } from './person.js'

/** The page of the simulated phones, in a browser of its own, and what the phones can do all together. */
export async function openPhones(url: string) {
  const { page } = await aVisitor(`${url}/sim`, 'Phones')
  await page.getByText('Live', { exact: true }).waitFor()
  const elementOf = (number: string) => page.getByRole('region', { name: `Phone ${number}` })
  const textOn = (number: string, body: string | RegExp) =>
    elementOf(number).getByRole('listitem').filter({ hasText: body })
  return {
    /** Shows a phone, even if others have had texts since, and waits for a text on it. */
    async pick(number: string, body: string) {
      await page.getByLabel('Number of a phone to add').fill(number)
      await page.keyboard.press('Enter')
      await textOn(number, body).waitFor()
    },
    textOn,
    async write(number: string, body: string) {
      const field = elementOf(number).getByRole('textbox', { name: `Write a text on ${number}` })
      await field.fill(body)
      await field.press('Enter')
      await textOn(number, body).getByText('Sent').waitFor()
    },
    /** The texts that have arrived on all phones and whose body matches. */
    async arrived(body: RegExp): Promise<readonly Arrived[]> {
      const { results } = (await (await fetch(`${url}/sim/messages?limit=100000`)).json()) as { results: Arrived[] }
      return results.filter((text) => body.test(text.body))
    },
    async report({ id }: Arrived, status: 'delivered' | 'failed') {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ id, status })
      expect((await fetch(`${url}/sim/receipts`, { method: 'POST', headers, body })).status).toBe(200)
    },
    /** Follows a link as the browser of a phone does, whose DNS leads the domain to the service. */
    async follow(link: string): Promise<string | undefined> {
      const { hostname: host, pathname: path } = new URL(link)
      const { hostname, port } = new URL(url)
      const [response] = (await once(
        get({ hostname, port, path, headers: { host, 'user-agent': PHONE_BROWSER } }),
        'response',
      )) as [IncomingMessage]
      response.resume()
      return response.headers.location
    },
  }
}

type Arrived = { readonly id: string; readonly to: string; readonly body: string }

const PHONE_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
