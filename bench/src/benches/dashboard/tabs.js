import { setTimeout as delay } from 'node:timers/promises'
import { compose, send, shownAsDone } from './broadcast.js'
import { watchedRequests } from './watched-requests.js'

const TABS = 10
const HANGS_MS = 10_000

/**
 * Sends to the whole group while ten tabs of the browser are open: half of them show the broadcast, and half the list of
 * broadcasts. Throws unless each of them shows the end by itself.
 */
export async function broadcastInTabs({ newBrowser, urlOf, contacts }) {
  const browser = await newBrowser()
  const requests = watchedRequests(browser)
  try {
    const first = await browser.newPage()
    const button = await compose(first, urlOf)
    const { id } = await send(first, button)
    const tabs = [first]
    while (tabs.length < TABS) {
      const tab = await browser.newPage()
      await tab.goto(urlOf(tabs.length % 2 === 0 ? `broadcasts/${id}` : 'broadcasts'))
      tabs.push(tab)
    }
    const begunAt = performance.now()
    await Promise.all(tabs.map((tab, i) => (i % 2 === 0 ? shownAsDone(tab, contacts) : listedAsDone(tab, id))))
    const doneAfterMs = performance.now() - begunAt
    const streams = requests.streams()
    await untilAnswered(requests)
    if (requests.noted.faults.length > 0) throw new Error(`requests failed: ${requests.noted.faults.join(', ')}`)
    return { ...requests.noted, streams, tabs: tabs.length, doneAfterMs }
  } finally {
    await browser.close()
  }
}

function listedAsDone(tab, id) {
  const row = tab.getByRole('row').filter({ has: tab.locator(`a[href$="${id}"]`) })
  return row
    .filter({ hasText: 'Completed' })
    .filter({ hasText: '100' })
    .waitFor({ timeout: 10 * 60_000 })
}

async function untilAnswered({ pending }) {
  const begunAt = performance.now()
  while (pending().length > 0) {
    if (performance.now() - begunAt > HANGS_MS) throw new Error(`requests hang: ${pending().join(', ')}`)
    await delay(20)
  }
}
