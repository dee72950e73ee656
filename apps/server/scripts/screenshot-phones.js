import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumLaunchOptions } from './chromium.js'
import { withDemoServer } from './demo-server.js'

/** This script starts a server, and takes the README's screenshot of its phone page with the fonts of this machine. */
const PICTURE = join(import.meta.dirname, '../../../docs/images/phones.png')
const SIZE = { width: 1000, height: 620 }

const [ANN, BO, DAI, OURS] = ['+12025550123', '+13105550144', '+447700900123', '+12025550187']

await withDemoServer(async ({ url, key }) => {
  await writeTexts(url, key)
  await takePicture(url)
})

async function writeTexts(url, key) {
  const call = async (method, path, body) => {
    const authorization = `Basic ${Buffer.from(key).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  }
  const send = (to, body, mediaUrl) => call('POST', '/api/v1/messaging/message', { from: OURS, to, body, mediaUrl })
  const write = (from, body) => call('POST', '/sim/inbound', { from, to: OURS, body })
  const receipt = async (phone, status) => {
    const { results } = await (await fetch(`${url}/sim/messages?to=${encodeURIComponent(phone)}`)).json()
    await call('POST', '/sim/receipts', { id: results[0].id, status })
  }

  await send(DAI, 'Your tickets for Sunday: two seats in the bell tower.', 'https://example.com/8214.png')
  await receipt(DAI, 'delivered')
  await write(DAI, 'Lovely, thanks!')
  await call('PUT', '/sim/behaviour', { to: DAI, outcome: 'reject', times: 1 })
  await send(DAI, 'Doors open at 6:30 pm.')

  await send(BO, 'Autumn sale: 20% off all bells until Friday.')
  await receipt(BO, 'delivered')
  await write(BO, 'STOP')

  await send(ANN, 'Hi Ann, your table for two is booked for 7:30 pm tonight.')
  await receipt(ANN, 'delivered')
  await write(ANN, 'Can we make it 8?')
  await send(ANN, 'Of course. See you at 8!')
}

async function takePicture(url) {
  const browser = await chromium.launch(await chromiumLaunchOptions())
  try {
    const appearance = { colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce', deviceScaleFactor: 1.5 }
    const page = await browser.newPage({ viewport: SIZE, ...appearance })
    await page.goto(`${url}/sim`)
    await page.getByText('See you at 8!').waitFor()
    await page.screenshot({ path: PICTURE })
  } finally {
    await browser.close()
  }
}
