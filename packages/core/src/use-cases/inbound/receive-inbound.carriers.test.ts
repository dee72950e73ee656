import { ANN, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)

describe('a reply that is left to a worker', () => {
  test.each(['HELP', 'STOP', 'START'])('to %s is stored at once, and sent once by the job', async (keyword) => {
    const { text, texts, runAllJobs, group } = await open()
    await group({ isDefault: true })
    expect(await text(keyword, {}, { leavesReply: true })).toMatchObject({ reply: 'sent' })
    expect(texts).toEqual([])
    await runAllJobs()
    await runAllJobs()
    expect(texts).toMatchObject([{ to: ANN }])
  })

  test('is not stored twice if the carrier sends the text again', async () => {
    const { text, texts, runAllJobs } = await open()
    await text('HELP', { providerId: 'same' }, { leavesReply: true })
    await text('HELP', { providerId: 'same' }, { leavesReply: true })
    await runAllJobs()
    expect(texts).toHaveLength(1)
  })

  test('waits for a slot if the sender has a rate', async () => {
    const { text, texts, clock, runAllJobs } = await open({ senders: [{ messagesPerSecond: 1 }] })
    await text('HELP', { from: '+12025550111' }, { leavesReply: true })
    await text('HELP', { from: '+12025550112' }, { leavesReply: true })
    await runAllJobs()
    expect(texts).toHaveLength(1)
    clock.advance(2_000)
    await runAllJobs()
    expect(texts).toHaveLength(2)
  })
})

describe('a keyword that the carrier has answered', () => {
  test('STOP opts out, without an answer of ours', async () => {
    const { text, texts, consentOf, messages } = await open()
    expect(await text('STOP', { isAnswered: true })).toEqual({ isHandled: true, keyword: 'stop', reply: null })
    expect(await consentOf()).toMatchObject({ state: 'opted_out' })
    expect(texts).toEqual([])
    expect(await messages()).toMatchObject([{ direction: 'inbound', body: 'STOP' }])
  })

  test('HELP gets no answer of ours, and counts against no limit', async () => {
    const { text, texts } = await open()
    for (let i = 0; i < 20; i++) await text('HELP', { isAnswered: true })
    expect(texts).toEqual([])
    expect(await text('HELP')).toMatchObject({ reply: 'sent' })
  })
})

test('of several media, the first is that of the text, and the others follow it; a keyword stays a keyword', async () => {
  const { text, messages, consentOf } = await open()
  const [one, two, three] = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3']
  await text('Look', { mediaUrl: one, furtherMedia: [two, three] })
  await text('', { mediaUrl: one, furtherMedia: [two] })
  expect(await text('STOP', { mediaUrl: one, furtherMedia: [two] })).toMatchObject({ keyword: 'stop' })
  expect(await consentOf()).toMatchObject({ state: 'opted_out' })
  const received = (await messages()).filter(({ direction }) => direction === 'inbound')
  expect(received.map(({ mediaUrl }) => mediaUrl)).toEqual([one, one, one])
  expect(received.map(({ body }) => body).sort()).toEqual([two, `Look\n${two}\n${three}`, `STOP\n${two}`].sort())
})
