import { html } from '../html/html.js'
import type { Page } from './page.js'

/** The page for errors without a field. It names neither the account nor the group, so guessing ids reveals nothing. */
export function problemPage(status: number, requestId: string): Page {
  const [title, advice] = WORDS[status] ?? (status < 500 ? UNREADABLE : CRASHED)
  return {
    title,
    isFault: true,
    main: html`
      <h1>${title}</h1>
      <p>${advice}</p>
      ${status >= 500 && html`<p class="note">If you report this problem, include this request id: <code>${requestId}</code></p>`}
    `,
  }
}

type Words = readonly [title: string, advice: string]

const CRASHED: Words = ['Something went wrong', 'The problem is on our side. Go back and try again later.']
const UNREADABLE: Words = ['This could not be read', 'Go back, load the page again, and send the form once more.']

const WORDS: Readonly<Record<number, Words>> = {
  403: ['The form was sent from another site', 'Open the page of the form, and send the form from there.'],
  404: ['Page not found', 'Check the address: it may be mistyped, or the page may have been removed.'],
  405: ['This cannot be done here', 'Open the page of the form, and send the form from there.'],
  408: ['That took too long', 'The form did not arrive in time. Go back, and send it once more.'],
  413: ['That is too much', 'The form contains too much data. Go back and shorten what you entered.'],
  503: ['Temporarily unavailable', 'Go back and try again in a moment.'],
}
