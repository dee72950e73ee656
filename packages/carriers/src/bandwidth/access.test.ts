import { afterEach, describe, expect, test } from '@jest/globals'
import { closeAll, NOWHERE, openBandwidth, TEXT } from './testing/open-bandwidth.js'

const DEADLINE = { deadlineMs: 30_000 }

afterEach(closeAll)

const texts = (count: number) => Array.from({ length: count }, (_, n) => ({ ...TEXT, reference: `acc_1.msg_${n}` }))

describe('the token for Bandwidth', () => {
  test('is one for many messages at once, and is used again until shortly before it expires', async () => {
    const { carrier, connect, pass } = await openBandwidth({ expiresIn: 3_600 })
    const { provider } = connect()
    const outcomes = await provider.submit(texts(50), DEADLINE)
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    pass(3_539_000)
    await provider.submit([TEXT], DEADLINE)
    expect(carrier.tokens).toBe(1)
    pass(1_000)
    expect(await provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.tokens).toBe(2)
  })

  test('that has ended early is replaced at the next attempt', async () => {
    const { carrier, connect } = await openBandwidth()
    const { provider } = connect()
    await provider.submit([TEXT], DEADLINE)
    carrier.endTokens()
    expect(await provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'try-later', afterMs: null }])
    expect(await provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
  })

  test('that is refused although it is new means that the account is wrong', async () => {
    const { carrier, connect } = await openBandwidth()
    const answer = { access_token: 'secret-token', expires_in: 3_600 }
    carrier.answerTokens({ status: 200, body: JSON.stringify(answer) })
    const [outcome] = await connect().provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_account', carrierCode: 'unauthorized' })
    expect(JSON.stringify(outcome)).not.toContain('secret-token')
  })

  test('is not given for wrong credentials, which refuses the message because of the account', async () => {
    const { carrier, connect } = await openBandwidth()
    const [outcome] = await connect({ clientSecret: 'wrong-secret' }).provider.submit([TEXT], DEADLINE)
    expect(outcome).toEqual({
      kind: 'refused',
      type: 'carrier_account',
      message: 'Bandwidth gives no token for the API credentials: invalid_client',
      carrierCode: 'invalid_client',
    })
    expect(carrier.requests).toHaveLength(1)
  })

  test.each([
    ['a server error', { status: 503, body: '' }, { afterMs: null, because: 'unreachable' }],
    ['no token', { status: 200, body: '{}' }, { afterMs: null, because: 'unreachable' }],
    ['too many', { status: 429, body: '', headers: { 'retry-after': '3' } }, { afterMs: 3_000, because: 'throttled' }],
  ] as const)('is missing after this answer, and the message is tried later: %s', async (_, answer, expected) => {
    const { carrier, connect } = await openBandwidth()
    carrier.answerTokens(answer)
    expect(await connect().provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'try-later', ...expected }])
    expect(carrier.messages).toEqual([])
  })

  test('cannot be had from a server that cannot be reached, and the message is tried later', async () => {
    const { connect } = await openBandwidth()
    const { provider } = connect({ tokenUrl: `${NOWHERE}/token` })
    expect(await provider.submit([TEXT], DEADLINE)).toEqual([
      { kind: 'try-later', afterMs: null, because: 'unreachable' },
    ])
  })

  test('cannot be had without time, which is not the fault of Bandwidth', async () => {
    const { carrier, connect } = await openBandwidth()
    expect(await connect().provider.submit([TEXT], { deadlineMs: 10 })).toEqual([
      { kind: 'try-later', afterMs: null, because: 'no-time' },
    ])
    expect(carrier.messages).toEqual([])
  })
})

describe('an API user', () => {
  test('submits without a token', async () => {
    const { carrier, connectAsUser } = await openBandwidth()
    expect(await connectAsUser().provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.tokens).toBe(0)
  })

  test('with a wrong password is refused because of the account, and the message does not show it', async () => {
    const { connectAsUser } = await openBandwidth()
    const [outcome] = await connectAsUser({ password: 'wrong-password' }).provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_account' })
    expect(JSON.stringify(outcome)).not.toContain('wrong-password')
  })
})
