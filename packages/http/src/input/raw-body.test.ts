import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Router } from 'express'
import { openTestApi } from '../testing/test-api.js'
import { rawBody } from './raw-body.js'

const hex = Router().use(rawBody(), (req, res) => void res.json({ hex: (req.body as Buffer).toString('hex') }))

test('the next router gets the exact bytes for any content type, and an empty buffer without a body', async () => {
  const { url } = await openTestApi(inMemory(), { extensions: { '/extra': hex } })
  const posted = async (init: RequestInit) => (await fetch(`${url}/extra`, { method: 'POST', ...init })).json()
  const body = Buffer.from('7b0aff2c00', 'hex')
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'no type at all']) {
    expect(await posted({ headers: { 'content-type': type }, body })).toEqual({ hex: '7b0aff2c00' })
  }
  expect(await posted({})).toEqual({ hex: '' })
})

test('a body that is too long is refused with the envelope', async () => {
  const { url } = await openTestApi(inMemory(), { extensions: { '/extra': hex } })
  const response = await fetch(`${url}/extra`, { method: 'POST', body: 'x'.repeat(256 * 1024 + 1) })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 33413, message: 'The body is longer than 256 KB' })
})
