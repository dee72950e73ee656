import { ANN, BOB, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)
const OURS = '+12025550199'
const LATER = { kind: 'try-later', afterMs: null } as const

describe('HELP', () => {
  test.each(['HELP', 'info?'])("as %j is answered with the account's help text, each time", async (body) => {
    const compliance = { blockedPhrases: [], blockPublicShorteners: true, helpText: 'Call 1-800-ACME' }
    const { text, texts } = await open({ credits: 0, account: { compliance } })
    await text(body)
    await text(body)
    expect(texts).toMatchObject(Array(2).fill({ to: ANN, from: OURS, body: 'Call 1-800-ACME' }))
  })

  test('without a help text is answered with the account name and how to opt out', async () => {
    const { text, texts } = await open()
    await text('HELP')
    expect(texts).toMatchObject([{ body: expect.stringMatching(/^Acme: .*STOP/) }])
  })

  test('is answered for every number, and changes no consent', async () => {
    const { text, texts, optOut, consentOf } = await open()
    await optOut(ANN)
    await text('HELP')
    await text('HELP', { from: BOB })
    expect(texts.map(({ to }) => to)).toEqual([ANN, BOB])
    expect(await consentOf()).toMatchObject({ state: 'opted_out', log: [] })
    expect(await consentOf(BOB)).toMatchObject({ state: 'none', log: [] })
  })

  test('is answered later if the provider accepts nothing now', async () => {
    const { text, texts, script, messages, clock, runAllJobs } = await open()
    script.push(LATER)
    expect(await text('HELP')).toMatchObject({ isHandled: true })
    clock.advance(60_000)
    await runAllJobs()
    expect(texts).toHaveLength(2)
    expect((await messages())[0]).toMatchObject({ purpose: 'answer', status: 'sent' })
  })
})
