import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { accessibilityViolations } from '../open-page.js'

/** The narrowest screen on which everything can be used. */
const NARROW = { width: 360, height: 740 } as const

/**
 * Checks the page as it is now, with its open dialogs and menus: no violations of axe in both colour schemes, no blocks in
 * paragraphs and, on a phone, nothing wider than the window, no legend crossed by a border, and no overlapping texts of a
 * chart. Afterwards the page has its size and colours again.
 */
export async function pageChecks(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    await settled(page)
    expect([page.url(), colorScheme, await accessibilityViolations(page)]).toEqual([page.url(), colorScheme, []])
  }
  expect([page.url(), await blocksInParagraphs(page)]).toEqual([page.url(), []])
  await page.setViewportSize(NARROW)
  await settled(page)
  expect([page.url(), await widerThanWindow(page)]).toEqual([page.url(), []])
  expect([page.url(), await crossedLegends(page)]).toEqual([page.url(), []])
  expect([page.url(), await overlappingTexts(page)]).toEqual([page.url(), []])
  if (size !== null) await page.setViewportSize(size)
  await settled(page)
}

/** Until transitions have ended: axe would judge their half-way colours. */
async function settled(page: Page) {
  await page.evaluate(
    `Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => null)))
      .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))`,
  )
}

/** React builds elements that HTML does not allow in a paragraph. A browser that reads them from a page would end it before. */
async function blocksInParagraphs(page: Page): Promise<unknown> {
  return page.evaluate(
    `[...document.querySelectorAll('p :is(address, div, dl, fieldset, form, h1, h2, h3, h4, hr, ol, p, pre, table, ul)')].map((element) => element.outerHTML.slice(0, 160))`,
  )
}

/** The legends of several lines: the border of their fieldset would cross them. */
async function crossedLegends(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('fieldset > legend')].filter((legend) => {
    const text = document.createRange()
    text.selectNodeContents(legend)
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)))
    return lines.size > 1 && parseFloat(getComputedStyle(legend.parentElement).borderTopWidth) > 0
  }).map((legend) => legend.outerHTML.slice(0, 160))`)
}

/** The texts of charts that cover another one. */
async function overlappingTexts(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('svg')].flatMap((chart) => {
    const boxes = [...chart.querySelectorAll('text')]
      .filter((text) => text.checkVisibility())
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
    const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return boxes.filter(({ box }, i) => boxes.slice(0, i).some((other) => overlap(box, other.box))).map(({ text }) => text)
  })`)
}

/** The elements that make the page scroll sideways. */
async function widerThanWindow(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    return wide.slice(-5).map((element) => element.outerHTML.slice(0, 160))
  })()`)
}
