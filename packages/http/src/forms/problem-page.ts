import { html } from '../html/html.js'
import type { Page } from './page.js'

/** The page for errors that belong to no field. It names neither account nor group, so guessing ids reveals nothing. */
export function problemPage(status: number, requestId: string): Page {
  const [title, advice] = WORDS[status] ?? (status < 500 ? UNREADABLE : CRASHED)
  return {
    title,
    isFault: true,
    main: html`
      <h1>${title}</h1>
      <p>${advice}</p>
      ${status >= 500 && html`<p class="note">Should you tell us of it, name this request: <code>${requestId}</code></p>`}
    `,
  }
}

type Words = readonly [title: string, advice: string]

const CRASHED: Words = ['Something went wrong', 'It was on our side. Go back and try again in a while.']
const UNREADABLE: Words = ['This could not be read', 'Go back, load the page again, and send the form once more.']

const WORDS: Readonly<Record<number, Words>> = {
  403: ['This came from another site', 'Open the page itself, and send its form from there.'],
  404: ['There is no page here', 'Look at the address again: it may be mistyped, or the page may be gone.'],
  405: ['This cannot be done here', 'Open the page itself, and send its form from there.'],
  413: ['That is too much', 'The form was sent with more than it has room for. Go back and send less.'],
  503: ['Out of reach at the moment', 'Wait a little, go back, and try again.'],
}
