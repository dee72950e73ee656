import { setTimeout as delay } from 'node:timers/promises'
import { INTERACTIONS } from './interactions.js'
import { openPage, PAGES } from './pages.js'
import { interactionTime, vitalsOf } from './vitals.js'

const BODY = ', the market is open on Sunday from 10 to 4.'
const WITHIN_MS = 10 * 60_000
/** What a person does elsewhere while a broadcast runs. */
const ELSEWHERE = ['typing in the search of contacts', 'composing a text', 'switching the days of the overview']

/** Writes to the group as a person would, until everything but the last click is done. */
export async function compose(page, urlOf) {
  await page.goto(urlOf('compose'))
  await INTERACTIONS['choosing a group to write to'].act(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Text', { exact: true }).click()
  await page.keyboard.type('Hi ')
  await INTERACTIONS['inserting a field'].act(page)
  await page.getByLabel('Text', { exact: true }).press('End')
  await page.keyboard.type(BODY)
  await page.getByRole('button', { name: 'Review' }).click()
  return page.getByRole('button', { name: /^Send to / })
}

/** The broadcast that is sent by clicking, and shown by the page from then on. */
export async function send(page, button) {
  await button.click()
  const clickedAt = Date.now()
  await page.waitForURL(/broadcasts\/brc_/)
  const [, id] = /broadcasts\/(brc_\w+)/.exec(page.url())
  return { id, clickedAt }
}

/** Until the page shows that all of them are done. */
export function shownAsDone(page, count) {
  const all = count.toLocaleString('en')
  return page.getByText(`${all} of ${all} done`).waitFor({ timeout: WITHIN_MS })
}

/** Sends to the whole group, and uses this page and others until it is sent. */
export async function broadcastInUse({ newBrowser, urlOf, contacts, sql }) {
  const browser = await newBrowser()
  try {
    const page = await browser.newPage()
    const { id, clickedAt } = await send(page, await compose(page, urlOf))
    const took = { here: [], elsewhere: [] }
    let isDone = false
    const done = shownAsDone(page, contacts).then(() => (isDone = true))
    await sentTexts(sql, id)
    for (let i = 0; !isDone || i < ELSEWHERE.length; i++) {
      took.here.push(await interactionTime(page, useOwnPage))
      const name = ELSEWHERE[i % ELSEWHERE.length]
      const other = await openPage(browser, urlOf(PAGES[INTERACTIONS[name].on]()))
      took.elsewhere.push(await interactionTime(other.page, INTERACTIONS[name].act))
      await other.page.close()
    }
    await done
    const [{ completed }] = await sql(COMPLETED, { id })
    const { longestTask, cls } = await vitalsOf(page)
    return { id, sentAfterMs: new Date(completed).getTime() - clickedAt, took, longestTask, cls }
  } finally {
    await browser.close()
  }
}

/** Until the hold has elapsed, and the first texts have left. */
async function sentTexts(sql, id) {
  for (;;) {
    const [{ sent }] = await sql('select sent from broadcast where id = :id', { id })
    if (sent > 0) return
    await delay(50)
  }
}

async function useOwnPage(page) {
  await page.locator('a[aria-label^="Sent: "]').click()
  await page.locator('table[aria-label=People]').waitFor()
  await page.locator('button[aria-label="Close the list of people"]').click()
  await INTERACTIONS['opening the own menu'].act(page)
}

const COMPLETED = 'select completed_at as completed from broadcast where id = :id'
