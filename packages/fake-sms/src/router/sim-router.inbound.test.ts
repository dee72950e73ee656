import { ANN } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { memoryOutbox } from '../outbox/memory-outbox.js'
import { DOCS_URL, OURS, simOf, type SimGiven } from '../testing/sim.js'

const openSim = (given?: SimGiven) => simOf(inMemory(), given)

describe('POST /sim/inbound', () => {
  const text = { from: ANN, to: OURS, body: 'STOP' }

  test('responds after the service has handled the text', async () => {
    let isHandled = false
    const { call, inbound } = await openSim({
      receiveInbound: async () => {
        await new Promise(setImmediate)
        isHandled = true
        return { isHandled }
      },
    })
    const { status, body } = await call('POST', '/inbound', text)
    expect({ status, isHandled }).toEqual({ status: 200, isHandled: true })
    expect(inbound).toEqual([{ ...text, mediaUrl: null, providerId: body['id'] }])
  })

  test('gives each text a different id, and accepts a picture and a short code', async () => {
    const { call, inbound } = await openSim()
    const picture = { ...text, to: '12345', body: '', mediaUrl: 'https://example.com/a.jpg' }
    await call('POST', '/inbound', picture)
    await call('POST', '/inbound', picture)
    expect(inbound).toMatchObject([picture, picture])
    expect(new Set(inbound.map(({ providerId }) => providerId)).size).toBe(2)
  })

  test('reports a number that no account has', async () => {
    const { call } = await openSim({ receiveInbound: async () => ({ isHandled: false }) })
    expect(await call('POST', '/inbound', text)).toEqual({
      status: 404,
      body: {
        code: 33404,
        status: 404,
        message: `No account has the number ${OURS}: choose a number of an account`,
        moreInfo: `${DOCS_URL}#33404`,
      },
    })
  })

  test('succeeds for a handled text even if the phone cannot store it, so that it is not sent again', async () => {
    const full = new Error('The disk is full')
    const errors: unknown[] = []
    const outbox = memoryOutbox()
    outbox.keepWritten = () => Promise.reject(full)
    const { call, inbound } = await openSim({ outbox, onError: (error) => errors.push(error) })
    expect(await call('POST', '/inbound', text)).toMatchObject({ status: 200 })
    expect(inbound).toHaveLength(1)
    expect(errors).toEqual([full])
  })

  test('passes on an error that the caller did not cause', async () => {
    const { call } = await openSim({ receiveInbound: () => Promise.reject(new Error('The database is gone')) })
    expect(await call('POST', '/inbound', text)).toEqual({ status: 500, body: { passedOn: 'error' } })
  })

  test.each<[body: object, field: string]>([
    [{ to: OURS, body: 'x' }, 'from'],
    [{ ...text, from: '12345' }, 'from'],
    [{ ...text, to: 'somebody' }, 'to'],
    [{ from: ANN, to: OURS }, 'body'],
    [{ ...text, body: 7 }, 'body'],
    [{ ...text, body: 'x\0' }, 'body'],
    [{ ...text, body: 'x'.repeat(10_001) }, 'body'],
    [{ ...text, mediaUrl: 'ftp://example.com' }, 'mediaUrl'],
    [{ ...text, text: 'x' }, 'text'],
    [JSON.parse(`{"from":"${ANN}","to":"${OURS}","body":"x","__proto__":{}}`) as object, '__proto__'],
  ])('refuses %j because of %s', async (body, field) => {
    const { call, inbound } = await openSim()
    const response = await call('POST', '/inbound', body)
    expect(response).toMatchObject({ status: 400, body: { details: { fields: [{ field }] } } })
    expect(inbound).toEqual([])
  })
})
