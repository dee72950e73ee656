import { FOLLOWED, followingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { AGENT_LENGTH_MAX } from '../../values/text/text.js'
import type { FollowLinkInput } from './follow-link.js'

const { link: LINK, target: TARGET, code: CODE, agent: SAFARI } = FOLLOWED

const open = () => followingFixture(inMemory({ now: NOW }))

describe('a visitor who follows a link', () => {
  test('is redirected to the target exactly as registered, and the click is counted for the message', async () => {
    const { follow, clicksOf, clock, message } = await open()
    expect(await follow()).toBe(TARGET)
    clock.advance(1_000)
    expect(await follow({ agent: null })).toBe(TARGET)
    const [firstAt, lastAt] = [NOW, clock.now()]
    expect(await clicksOf()).toEqual({
      link: LINK,
      code: CODE,
      message: message.id,
      people: 2,
      bots: 0,
      repeats: 0,
      firstAt,
      lastAt,
      clicks: [
        { at: firstAt, visitor: 'person', agent: SAFARI },
        { at: lastAt, visitor: 'person', agent: null },
      ],
    })
  })

  test.each([
    { host: 'GO.Acme.COM' },
    { host: 'go.acme.com.' },
    { path: `/sale/${CODE}/` },
    { path: `/sale/${CODE}.` },
    { path: `/sale/${CODE}!)` },
    { host: 'GO.ACME.COM.', path: `/sale/${CODE}/` },
  ])('may use any case in the host, and trailing punctuation: %j', async (given) => {
    const { follow, clicksOf } = await open()
    expect(await follow(given)).toBe(TARGET)
    expect(await clicksOf()).toMatchObject({ people: 1 })
  })

  test.each([
    '/sale',
    '/sale/',
    '/sale.',
    '/sale/AAAAAAAAAA',
    '/sale/AAAAAAAAAA.',
    '/sale/short',
    '/sale/.',
    '/sale/..',
    '/sale//',
    '/sale/%',
    '/sale/\0',
    '/sale/\ud800',
    `/sale/${CODE}x`,
  ])('without a code, or with an unknown code, is redirected too, and no message gets the click: %s', async (path) => {
    const { follow, clicksOf, listenTo, events } = await open()
    await listenTo('link.clicked')
    expect(await follow({ path })).toBe(TARGET)
    expect(await clicksOf()).toMatchObject({ people: 0, bots: 0, clicks: [] })
    expect(await events()).toEqual([])
  })

  test('without a well-formed code gets the target, without a query for the code', async () => {
    const { follow, clicksOf, sent } = await open()
    const message = await sent(LINK, 'no-code')
    expect(await follow({ path: '/sale/no-code' })).toBe(TARGET)
    expect(await clicksOf(message)).toMatchObject({ people: 0 })
  })

  test('with another link’s code gets the target of the link in the URL, and no message gets the click', async () => {
    const { follow, clicksOf, register, sent } = await open()
    await register('go.acme.com/other', 'https://other.example.com/')
    const other = await sent('go.acme.com/other', 'otherLink1')
    expect(await follow({ path: '/sale/otherLink1' })).toBe(TARGET)
    expect(await follow({ path: `/other/${CODE}` })).toBe('https://other.example.com/')
    expect([await clicksOf(), await clicksOf(other)]).toMatchObject([{ people: 0 }, { people: 0 }])
  })

  test('gets the target of the link that matches exactly, even if it looks like another link with a code', async () => {
    const { follow, register, clicksOf, run, account } = await open()
    await register(`go.acme.com/sale/${CODE}`, 'https://exact.example.com/')
    expect(await follow()).toBe('https://exact.example.com/')
    expect(await follow({ path: '/sale/BBBBBBBBBB' })).toBe(TARGET)
    expect(await clicksOf()).toMatchObject({ people: 0 })
    await run(({ trackingLinks }) => trackingLinks.remove(account.id, `go.acme.com/sale/${CODE}`))
    expect(await follow()).toBe(TARGET)
    expect(await clicksOf()).toMatchObject({ people: 1 })
  })

  test('of another account with the code of a message is redirected, and that message gets no click', async () => {
    const { follow, register, neighbour, clicksOf } = await open()
    await register('go.other.com/sale', 'https://theirs.example.com/', await neighbour())
    expect(await follow({ host: 'go.other.com' })).toBe('https://theirs.example.com/')
    expect(await clicksOf()).toMatchObject({ people: 0 })
  })

  test('that was changed is redirected to the new target, and not redirected after the link is removed', async () => {
    const { follow, register, run, account } = await open()
    await register(LINK, 'https://new.example.com/')
    expect(await follow()).toBe('https://new.example.com/')
    await run(({ trackingLinks }) => trackingLinks.remove(account.id, LINK))
    expect(await follow()).toBeNull()
  })

  test('may send any user agent, which is truncated and sanitized before it is stored', async () => {
    const { follow, clicksOf } = await open()
    for (const agent of ['x'.repeat(10_000), 'a\0b\ud800c', `${'y'.repeat(AGENT_LENGTH_MAX - 1)}🔔`, ''])
      await follow({ agent })
    expect((await clicksOf()).clicks.map(({ agent }) => agent)).toEqual([
      'x'.repeat(AGENT_LENGTH_MAX),
      'a\ufffdb\ufffdc',
      `${'y'.repeat(AGENT_LENGTH_MAX - 1)}\ufffd`,
      null,
    ])
  })
})

describe('a visitor is not redirected, and nothing is counted,', () => {
  test.each<Partial<FollowLinkInput>>([
    { path: '/nothing' },
    { path: `/nothing/${CODE}` },
    { path: '/SALE' },
    { path: `/sale/${CODE}/${CODE}` },
    { path: `/sale/x/${CODE}` },
    { host: 'acme.com' },
    { host: 'evil.go.acme.com' },
    { host: 'go.acme.com.evil.com' },
    { host: 'go.acme.com:8080' },
    { host: 'user@go.acme.com' },
    { host: 'go.acme.com..' },
    { host: 'go.acme.com\\', path: '/sale' },
    { host: '' },
    { host: '', path: '' },
    { path: '' },
    { path: '/' },
    { path: '//' },
    { path: 'sale' },
    { path: '//sale' },
    { path: `/sale//${CODE}` },
    { path: '//evil.com/sale' },
    { path: '/https://evil.com' },
    { path: '/../sale' },
    { path: '/x/../sale' },
    { path: '/./sale' },
    { path: `/sale/../${CODE}` },
    { path: '/sale\0' },
    { path: `/sale/${CODE}\0`, host: 'go.acme.com\0' },
    { path: '/sale\ud800' },
    { host: 'go.acme\udfff.com' },
    { path: '/sale%' },
    { path: '/%73ale' },
    { path: '/sale%2f' },
    { path: '/sale?x=1' },
    { path: '/sale#top' },
    { path: '/sale ' },
    { path: '/sale\r\nLocation: https://evil.com' },
    { path: `/${'x'.repeat(1_000_000)}` },
    { path: `/sale/${'x/'.repeat(500_000)}` },
    { host: 'a.'.repeat(500_000) },
    { host: `${'a'.repeat(1_000_000)}.com` },
  ])('for a URL that is not a registered link: %#', async (given) => {
    const { follow, clicksOf } = await open()
    expect(await follow(given)).toBeNull()
    expect(await clicksOf()).toMatchObject({ people: 0, bots: 0 })
  })
})
