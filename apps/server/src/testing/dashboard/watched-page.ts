import type { Page } from 'playwright-core'

/**
 * Notes what no page of the dashboard may do: violate its policy, write an error to the console, throw, ask another
 * server, or get a 5xx. Chromium reports violations of the policy, and React its own warnings, as errors of the console.
 */
export function watchPage(page: Page, origin: string): { faults(): readonly string[]; ignore(pattern: RegExp): void } {
  const faults: string[] = []
  const ignored: RegExp[] = []
  page.on('console', (message) => {
    // A refused request is no fault of the page: the tests check what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      faults.push(`elsewhere: ${url}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return {
    faults: () => faults.filter((fault) => !ignored.some((pattern) => pattern.test(fault))),
    ignore: (pattern) => void ignored.push(pattern),
  }
}
