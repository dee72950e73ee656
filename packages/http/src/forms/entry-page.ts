import { CODE_LIFETIME_MS, RESEND_AFTER_MS, type FormEntryView } from '@carillon/core'
import { html, type Content, type Html } from '../html/html.js'
import { faultOf, summaryOf, type Fault, type Page } from './page.js'

export type EntryPage = {
  readonly view: FormEntryView
  /** The URL that the code is posted to. */
  readonly action: string
  /** The URL of the start page. */
  readonly start: string
  /** The submitted code, shown again when it is wrong. */
  readonly typed: string
  readonly faults: readonly Fault[]
  /** Whether the page is shown because another code was requested. */
  readonly isResent: boolean
}

/** The state of a form entry, and the next step. */
export function entryPage(page: EntryPage): Page {
  switch (page.view.state) {
    case 'open':
      return codePage(page)
    case 'confirmed':
      return confirmedPage(page)
    case 'expired':
      return overPage(page, { what: 'The code has expired', why: `A code is valid for ${LIFETIME_MINUTES} minutes.` })
    case 'spent':
      return overPage(page, SPENT)
  }
}

const SPENT = {
  what: 'This code is no longer valid',
  why: 'There were too many wrong attempts, or the number has texted STOP since the code was sent.',
}

const LIFETIME_MINUTES = CODE_LIFETIME_MS / 60_000

function codePage({ view, action, start, typed, faults, isResent }: EntryPage): Page {
  return {
    title: `Enter the code: ${placeOf(view)}`,
    isFault: faults.length > 0,
    main: html`
      <h1>Enter the code</h1>
      <p class="group">${placeOf(view)}</p>
      ${summaryOf(faults)} ${isResent && faults.length === 0 && RESENT}
      <p>
        If the number that ends in ${view.phoneEnd} can get texts, a code is on its way to it. It is valid for
        ${LIFETIME_MINUTES} minutes. One number gets at most ${view.form.codesPerHour} codes an hour.
      </p>
      <form method="post" action="${action}" novalidate>
        ${codeField(typed, faults)}
        <button type="submit">Confirm</button>
      </form>
      ${view.canResendAt === null ? NO_MORE : resendForm(action)}
      <p class="links"><a href="${start}">Start again with another number</a></p>
    `,
  }
}

function codeField(typed: string, faults: readonly Fault[]): Content {
  const { isFaulty, message, attributes } = faultOf('code', faults)
  return html`<div class="field">
    <label for="code">Code</label>
    <p class="hint" id="code-hint">Six digits, from the newest text</p>
    ${message}
    <input
      id="code"
      class="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="${CODE_LENGTH_MAX}"
      required
      value="${typed.slice(0, CODE_LENGTH_MAX)}"
      aria-describedby="${isFaulty && 'code-fault '}code-hint"
      ${attributes ?? html`autofocus`}
    />
  </div>`
}

/** Room for six digits, each followed by a space. */
const CODE_LENGTH_MAX = 12

const RESENT = html`<p class="notice" role="status">
  If the number can get texts, another code is on its way. Earlier codes are no longer valid.
</p>`

const NO_MORE = html`<p class="note">No further code can be sent. If you did not get a code, start again.</p>`

function resendForm(action: string): Html {
  return html`<form class="resend" method="post" action="${action}/resend">
    <p class="note" id="resend-hint">Another code can be sent ${RESEND_AFTER_MS / 1_000} seconds after the last one.</p>
    <button class="quiet" type="submit" aria-describedby="resend-hint">Send another code</button>
  </form>`
}

/** The page may be opened again much later, so it describes the state at the confirmation, not the current state. */
function confirmedPage({ view }: EntryPage): Page {
  const { form, phoneEnd, confirmedAt } = view
  return {
    title: `You have joined: ${placeOf(view)}`,
    isFault: false,
    main: html`
      <h1>You have joined</h1>
      <p class="group">${placeOf(view)}</p>
      <p class="notice" role="status">
        The number that ends in ${phoneEnd} agreed to texts from ${form.account.name} ${timeOf(confirmedAt)}.
      </p>
      <p>To stop the texts, reply STOP to any of them. You can close this page.</p>
    `,
  }
}

function timeOf(at: Date | null): Content {
  if (at === null) return ''
  const [day, time] = at.toISOString().split(/[T.]/)
  return html`on <time datetime="${at.toISOString()}">${day!} at ${time!.slice(0, 5)} UTC</time>`
}

/** The code can no longer be entered. Offers another code if one can still be sent. */
function overPage({ view, action, start, faults }: EntryPage, { what, why }: End): Page {
  return {
    title: `${what}: ${placeOf(view)}`,
    isFault: true,
    main: html`
      <h1>${what}</h1>
      <p class="group">${placeOf(view)}</p>
      ${summaryOf(faults.filter(({ field }) => field === null))}
      <p>${why} Nothing was changed for the number that ends in ${view.phoneEnd}.</p>
      ${view.canResendAt !== null && resendForm(action)}
      <p class="links"><a href="${start}">Start again</a></p>
    `,
  }
}

type End = { readonly what: string; readonly why: string }

function placeOf({ form: { account, group } }: FormEntryView): string {
  return `${account.name}, ${group.name}`
}
