import { describe, expect, test } from '@jest/globals'
import { accessibilityViolations } from '../testing/open-page.js'
import { ANN, focused, openPhones, OURS } from '../testing/phones.js'

const EVE = '+12025550166'

test('a text that is sent over the API appears on the page without a reload', async () => {
  const { page, send, phone } = await openPhones()
  await page.getByText('No phone has had a text yet.').waitFor()
  await send('Ding dong!')
  await phone(ANN).text('Ding dong!').getByText('Arrived').waitFor()
  const log = phone(ANN).element.getByRole('log')
  expect(await log.getAttribute('aria-live')).toBe('polite')
})

test('a phone that sends STOP gets a reply, and the next send to the phone is refused', async () => {
  const { page, send, phone } = await openPhones()
  await send('Ding dong!')
  await phone(ANN).text('Ding dong!').waitFor()
  await phone(ANN).field.focus()
  await page.keyboard.type('STOP')
  await page.keyboard.press('Enter')
  await phone(ANN).text('STOP').getByText('Sent').waitFor()
  await phone(ANN).text('You have opted out').getByText('Arrived').waitFor()
  expect(await phone(ANN).field.inputValue()).toBe('')
  expect(await send('Are you there?')).toMatchObject({ status: 400, body: { code: 33029 } })
})

test('a text that the provider refuses is shown as refused, with the reason', async () => {
  const { page, wire, send, phone } = await openPhones()
  await page.request.put(`${wire.url}/sim/behaviour`, { data: { outcome: 'reject', times: 1 } })
  await send('Autumn sale!')
  const text = phone(ANN).text('Autumn sale!')
  await text.getByText('Refused', { exact: true }).waitFor()
  await text.getByText('(carrier_rejected)').waitFor()
  expect(await text.getByRole('button', { name: 'Delivered' }).isVisible()).toBe(false)
})

test('a body with HTML is shown as plain text, and none of its scripts run', async () => {
  const { page, send, phone } = await openPhones()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push(dialog.message())))
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
  await send(hostile)
  await phone(ANN).text(hostile).waitFor()
  await phone(ANN).text(hostile).getByRole('button', { name: 'as JSON' }).click()
  await page.getByRole('dialog').getByText('onerror').waitFor()
  expect(await page.locator('main img, main script, dialog img, dialog script').count()).toBe(0)
  expect(problems).toEqual([])
})

test('the link to a picture sends no referrer, and the page does not load the picture', async () => {
  const { page, send, phone } = await openPhones()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await send('Look!', { mediaUrl: 'https://example.com/bell.jpg' })
  const link = phone(ANN).text('Look!').getByRole('link', { name: 'https://example.com/bell.jpg' })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(requested.filter((url) => url.includes('example.com'))).toEqual([])
})

test('the JSON view opens with the keyboard, and Escape returns the focus', async () => {
  const { page, send, phone } = await openPhones()
  await send('Ding dong!')
  const button = phone(ANN).text('Ding dong!').getByRole('button', { name: 'as JSON' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'The text as JSON' })
  expect(JSON.parse((await dialog.locator('pre').textContent())!)).toMatchObject({
    ...{ phone: ANN, sender: OURS, direction: 'received', body: 'Ding dong!', state: 'arrived' },
    reference: expect.stringContaining('.msg_'),
  })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await focused(button)
})

describe('a receipt', () => {
  test('with "delivered" can be sent once from the phone', async () => {
    const { page, send, phone } = await openPhones()
    await send('Ding dong!')
    const text = phone(ANN).text('Ding dong!')
    await text.getByRole('button', { name: 'Delivered' }).focus()
    await page.keyboard.press('Enter')
    await text.locator('[class=state]').getByText('Delivered').waitFor()
    await text.getByRole('button', { name: 'Delivered' }).waitFor({ state: 'hidden' })
    await focused(text.getByRole('button', { name: 'as JSON' }))
  })

  test('with "failed" shows the reason', async () => {
    const { send, phone } = await openPhones()
    await send('Ding dong!')
    const text = phone(ANN).text('Ding dong!')
    await text.getByRole('button', { name: 'Failed' }).click()
    await text.getByText('The carrier could not deliver the message (carrier_rejected)').waitFor()
  })
})

test('a receipt is shown even for a text that is older than the texts that the page loads', async () => {
  const { page, send, phone, arrive, pin } = await openPhones()
  await send('Ding dong!')
  await phone(ANN).text('Ding dong!').waitFor()
  await arrive(EVE, 201)
  await page.reload()
  await phone(EVE).text('Text 200.').waitFor()
  expect(await phone(ANN).element.count()).toBe(0)
  await pin(ANN)
  const text = phone(ANN).text('Ding dong!')
  await text.getByRole('button', { name: 'Delivered' }).click()
  await text.locator('[class=state]').getByText('Delivered').waitFor()
})

test('a phone shows its latest hundred texts', async () => {
  const { page, phone, write } = await openPhones()
  for (let i = 0; i <= 100; i++) await write(EVE, `Text ${i}.`)
  for (const refresh of [async () => {}, () => page.reload()]) {
    await refresh()
    await phone(EVE).text('Text 100.').waitFor()
    await phone(EVE).text('Text 1.').waitFor()
    expect(await phone(EVE).text('Text 0.').count()).toBe(0)
  }
})

test('if the connection is lost, the page says so, reconnects, and shows the texts it missed', async () => {
  const { page, wire, send, phone } = await openPhones()
  wire.cut()
  await page.getByText('Reconnecting…').waitFor()
  await send('While you were out')
  wire.restore()
  await page.getByText('Live', { exact: true }).waitFor()
  await phone(ANN).text('While you were out').waitFor()
})

test('nothing is wider than a screen of 360 pixels', async () => {
  const { page, send, phone } = await openPhones({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await send(`${'unbreakable'.repeat(20)} and a long way to go`, { mediaUrl: `https://example.com/${'x'.repeat(200)}` })
  await phone(ANN).text('unbreakable').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  const log = phone(ANN).element.getByRole('log')
  expect(await log.evaluate(({ scrollWidth, clientWidth }: Widths) => scrollWidth - clientWidth)).toBe(0)
})

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test('the background matches the scheme', async () => {
    const { page } = await openPhones({ colorScheme })
    const background = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
    const brightness = Math.max(...background.match(/\d+/g)!.map(Number))
    expect(brightness < 64).toBe(colorScheme === 'dark')
  })

  test('axe finds no violation', async () => {
    const { page, wire, send, phone } = await openPhones({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
    await send('Ding dong!', { mediaUrl: 'https://example.com/bell.jpg' })
    await page.request.put(`${wire.url}/sim/behaviour`, { data: { outcome: 'reject', times: 1 } })
    await send('Autumn sale!')
    await phone(ANN).text('Ding dong!').getByRole('button', { name: 'Failed' }).click()
    await send('Are you there?')
    await phone(ANN).field.fill('STOP')
    await phone(ANN).field.press('Enter')
    await phone(ANN).text('You have opted out').waitFor()
    await page.getByLabel('Number of a phone to add').fill('none')
    await page.keyboard.press('Enter')
    expect(await accessibilityViolations(page)).toEqual([])
    await phone(ANN).text('Ding dong!').getByRole('button', { name: 'as JSON' }).click()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

type Widths = { readonly scrollWidth: number; readonly clientWidth: number }
