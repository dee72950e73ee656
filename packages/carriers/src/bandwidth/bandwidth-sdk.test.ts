import { afterEach, describe, expect, test } from '@jest/globals'
import { Configuration, MessagesApi } from 'bandwidth-sdk'
import { closeAll, openBandwidth, TEXT } from './testing/open-bandwidth.js'
import { API_USER, BANDWIDTH_SETTINGS, type TestBandwidth } from './testing/test-bandwidth.js'

const { accountId, applicationId, clientId, clientSecret } = BANDWIDTH_SETTINGS
const DEADLINE = { deadlineMs: 30_000 }

afterEach(closeAll)

/** Bandwidth's own library. It asks for tokens only at Bandwidth's own address, so the test gets the token for it. */
function libraryOf({ url }: TestBandwidth, how: 'user' | 'token') {
  const basePath = `${url}/api/v2`
  if (how === 'user') {
    return new MessagesApi(new Configuration({ username: API_USER.user, password: API_USER.password, basePath }))
  }
  return new MessagesApi(new Configuration({ accessToken: () => tokenFrom(url), basePath }))
}

async function tokenFrom(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { readonly access_token: string }).access_token
}

const COMMON = { applicationId, from: TEXT.from, to: new Set([TEXT.to]), tag: TEXT.reference }
const MEDIA = 'https://example.com/a.jpg'

/** Bandwidth offers no function that checks the credentials of callbacks, so there is nothing to compare for them. */
describe("the test carrier, used by Bandwidth's library,", () => {
  test.each([
    ['text', { ...COMMON, text: 'Hello' }, TEXT],
    ['picture', { ...COMMON, text: 'Hello', media: [MEDIA] }, { ...TEXT, mediaUrl: MEDIA }],
    ['picture without a text', { ...COMMON, media: [MEDIA] }, { ...TEXT, body: '', mediaUrl: MEDIA }],
  ])('takes the same %s as from the adapter', async (_, request, submission) => {
    const { carrier, connect } = await openBandwidth()
    const { status, data } = await libraryOf(carrier, 'user').createMessage(accountId, request)
    await connect().provider.submit([submission], DEADLINE)
    const [theirs, ours] = carrier.messages.map(({ id: _, ...message }) => message)
    expect(ours).toEqual(theirs)
    expect({ status, data }).toMatchObject({ status: 202, data: { id: carrier.messages[0]!.id, tag: TEXT.reference } })
  })

  test('takes a token for the API credentials', async () => {
    const { carrier } = await openBandwidth()
    await libraryOf(carrier, 'token').createMessage(accountId, { ...COMMON, text: 'Hello' })
    expect(carrier.delivered(TEXT.reference)).toEqual([TEXT])
  })

  test('refuses what the documentation forbids', async () => {
    const { carrier } = await openBandwidth()
    const send = libraryOf(carrier, 'user').createMessage(accountId, { ...COMMON, to: new Set(['nobody']) })
    await expect(send).rejects.toMatchObject({ response: { status: 400, data: { type: 'request-validation' } } })
  })

  test('lists messages, as the check of the adapter does', async () => {
    const { carrier, connect } = await openBandwidth()
    const library = libraryOf(carrier, 'user')
    const { status } = await library.listMessages(accountId, undefined, undefined, undefined, undefined, 'OUTBOUND')
    expect(status).toBe(200)
    expect((await connect().check(DEADLINE))[0]).toMatchObject({ state: 'good' })
  })
})
