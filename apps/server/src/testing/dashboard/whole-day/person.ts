import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { closeAfterTest, openPage } from '../../open-page.js'
import { watchPage } from '../watched-page.js'

/** Somebody with a browser of their own. The test fails if a page does what no page may do: see `watchPage`. */
export type Person = { readonly name: string; readonly email: string; readonly page: Page }

/** Opens a browser on the given address of the service. */
export async function aVisitor(url: string, name: string): Promise<Person> {
  const page = await openPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'Europe/Berlin' })
  const watched = watchPage(page, new URL(url).origin)
  closeAfterTest(async () => expect(watched.faults()).toEqual([]))
  await page.goto(url)
  return { name, email: `${name.toLowerCase()}@example.com`, page }
}

/** Opens a page by the navigation. */
export async function open({ page }: Person, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}
