import { describe, expect, test } from '@jest/globals'
import { ANN, focused, openPhones, OURS } from '../testing/phones.js'

const EVE = '+12025550166'

describe('added phones', () => {
  const numbers = Array.from({ length: 12 }, (_, i) => `+1202555${2_000 + i}`)

  test('come before the other phones, the newest first, even after a reload', async () => {
    const { page, phone, pin, shown, write } = await openPhones()
    await write(EVE, 'Hello')
    await phone(EVE).text('Hello').waitFor()
    for (const number of numbers.slice(0, 3)) await pin(number)
    const order = [...numbers.slice(0, 3).reverse(), EVE]
    expect(await shown()).toEqual(order)
    await page.reload()
    await phone(EVE).text('Hello').waitFor()
    expect(await shown()).toEqual(order)
  })

  test('write to the sender of their texts, even if these are loaded only afterwards', async () => {
    const { page, send, phone, arrive, pin } = await openPhones()
    await send('Ding dong!')
    await arrive(EVE, 201)
    await page.reload()
    await phone(EVE).text('Text 200.').waitFor()
    await pin(ANN)
    await phone(ANN).text('Ding dong!').waitFor()
    await focused(phone(ANN).field)
    await page.keyboard.type('Who is there?')
    await page.keyboard.press('Enter')
    await phone(ANN).text('Who is there?').getByText('Sent').waitFor()
  })

  test('disappear when they are unpinned, unless they have texts', async () => {
    const { page, phone, pin, write } = await openPhones()
    await write(EVE, 'Hello')
    for (const number of [numbers[0]!, EVE]) await pin(number)
    for (const number of [numbers[0]!, EVE]) await page.getByRole('button', { name: `Unpin ${number}` }).click()
    await phone(numbers[0]!).element.waitFor({ state: 'detached' })
    await phone(EVE).text('Hello').waitFor()
    await phone(EVE).element.getByRole('button', { name: 'Unpin' }).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).hash).toBe('')
  })

  test('never displace a phone with an unsent text, and are limited to 12', async () => {
    const { page, phone, pin, shown, write } = await openPhones()
    await write(EVE, 'Hello')
    await phone(EVE).field.fill('Not yet se')
    for (const number of numbers) await pin(number)
    expect(await phone(EVE).field.inputValue()).toBe('Not yet se')
    expect(await shown()).toHaveLength(12)
    await page.getByLabel('Number of a phone to add').fill('+12025553000')
    await page.keyboard.press('Enter')
    await page.getByText('At most 12 phones can be pinned. Unpin one first.').waitFor()
  })
})

test('a text that could not be sent is put back into the field, in front of text typed in the meantime', async () => {
  const { page, phone, pin } = await openPhones()
  await pin(EVE)
  await phone(EVE).element.getByLabel(`Number that ${EVE} writes to`).fill(OURS)
  let cut = () => {}
  const isCut = new Promise<void>((resolve) => (cut = resolve))
  await page.route('**/sim/inbound', async (route) => {
    await isCut
    await route.abort()
  })
  for (const body of ['One', 'Two']) {
    await phone(EVE).field.fill(body)
    await phone(EVE).field.press('Enter')
  }
  await phone(EVE).field.pressSequentially('Thr')
  cut()
  await phone(EVE).element.getByRole('alert').getByText('The service does not respond.').waitFor()
  await phone(EVE).field.pressSequentially('ee')
  expect(await phone(EVE).field.inputValue()).toBe('One\nTwo\nThree')
})

describe('an added phone', () => {
  test('sends to the entered number, shows an error if no account has it, and survives a reload', async () => {
    const { page, phone } = await openPhones()
    await page.getByLabel('Number of a phone to add').fill('+1 (202) 555-0166')
    await page.keyboard.press('Enter')
    const to = phone(EVE).element.getByLabel(`Number that ${EVE} writes to`)
    await focused(to)
    await to.fill('+12025550111')
    await phone(EVE).field.fill('HELP')
    await phone(EVE).field.press('Enter')
    await phone(EVE).element.getByRole('alert').getByText('No account has the number +12025550111').waitFor()
    expect(await phone(EVE).field.inputValue()).toBe('HELP')
    await to.fill(OURS)
    await phone(EVE).field.press('Enter')
    await phone(EVE).text('Carillon demo. Reply STOP to leave.').waitFor()
    await page.reload()
    await phone(EVE).text('HELP').waitFor()
    expect(new URL(page.url()).hash).toBe(`#${EVE}`)
  })

  test('remains when all phones are emptied, and emptying them requires a confirmation', async () => {
    const { page, send, phone } = await openPhones()
    await send('Ding dong!')
    await phone(ANN).text('Ding dong!').waitFor()
    await page.getByLabel('Number of a phone to add').fill(EVE)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Empty phones' }).click()
    await page.getByRole('button', { name: 'Keep the texts' }).click()
    expect(await phone(ANN).text('Ding dong!').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Empty phones' }).click()
    await page.getByRole('button', { name: 'Empty all phones' }).click()
    await phone(ANN).element.waitFor({ state: 'detached' })
    expect(await phone(EVE).element.isVisible()).toBe(true)
  })
})

test('twelve phones are shown: those with an unsent text, and those with the latest texts', async () => {
  const { page, phone, write } = await openPhones()
  await write(EVE, 'Hello')
  await phone(EVE).field.fill('Not yet se')
  const others = Array.from({ length: 13 }, (_, i) => `+1202555${1_000 + i}`)
  for (const number of others) await write(number, 'Hello')
  await phone(others[12]!).text('Hello').waitFor()
  await phone(others[1]!).element.waitFor({ state: 'detached' })
  expect(await page.getByRole('region', { name: /^Phone/ }).count()).toBe(12)
  expect(await phone(EVE).field.inputValue()).toBe('Not yet se')
  await page.getByText('More than 12 phones have texts, and only 12 are shown.').waitFor()
})
