import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { readPhone } from '../../shared/sending.js'
import { runAll } from './run-all.js'
import { LINK, TARGET } from './world.js'

const ADDRESS = '198.51.100.20'
const AT_ONCE = 25

/**
 * One address opens the URL of one message again and again, for at least `lastsMs`. Returns what the account is shown.
 */
export async function stormClicks({ service, dispatcher, pick }, { account, count, lastsMs }) {
  const [to] = account.phones
  const message = { from: account.from, to, body: `The campaign sends {{trackingLink "${LINK}"}}` }
  const sent = await account.calls[0]('POST', '/messaging/message', message)
  if (sent.status !== 201) throw new Error(`the text with a link got the response ${sent.status}`)
  const texts = await readPhone(service.urls[0])
  const [, path] = texts.map(({ body }) => body.match(PATH)).find((found) => found !== null)
  const click = async () => {
    const { statusCode, headers, body } = await request(pick(service.urls) + path, {
      dispatcher,
      headers: { host: LINK.split('/')[0], 'x-forwarded-for': ADDRESS, 'user-agent': 'Mozilla/5.0 (iPhone)' },
    })
    await body.dump()
    if (statusCode !== 302 || headers.location !== TARGET) throw new Error(`a click got the response ${statusCode}`)
  }
  const startedAt = performance.now()
  for (let done = 0; done < count; done += AT_ONCE) {
    await delay(startedAt + (done / count) * lastsMs - performance.now())
    await runAll(
      Array.from({ length: AT_ONCE }, () => click),
      { width: AT_ONCE },
    )
  }
  const { body } = await account.calls[0]('GET', `/links/${encodeURIComponent(LINK)}/clicks`)
  return { clicks: count, ...body.totals }
}

const PATH = new RegExp(`${LINK.split('/')[0].replaceAll('.', '\\.')}(/sale/\\w+)`)
