import type { OptInForm } from '@carillon/core'
import { html, type Content, type Html } from '../html/html.js'
import { faultOf, summaryOf, type Fault, type Page } from './page.js'
import type { ProofChallenge } from './proof-of-work.js'

export type StartPage = {
  readonly form: OptInForm
  /** The URL that the form posts to. */
  readonly action: string
  readonly typed: TypedStart | null
  readonly faults: readonly Fault[]
  /** The proof of work that the browser must send with the form; null if none. */
  readonly proof: ProofChallenge | null
}

/** The submitted values, shown again when they have a fault. */
export type TypedStart = { readonly phone: string; readonly isAgreed: boolean }

/** The page on which a person enters a number and agrees. */
export function startPage({ form, action, typed, faults, proof }: StartPage): Page {
  const { account, group } = form
  return {
    title: `Texts from ${account.name}: ${group.name}`,
    isFault: faults.length > 0,
    computesProof: proof !== null,
    main: html`
      <h1>Texts from ${account.name}</h1>
      <p class="group">${group.name}</p>
      ${summaryOf(faults)} ${proof !== null && PROOF_NOTICE}
      <form method="post" action="${action}" novalidate ${proof !== null && dataOf(proof)}>
        <input type="hidden" name="version" value="${form.version}" />
        ${phoneField(form, typed, faults)} ${TRAP} ${consentField(form, typed, faults)} ${links(form)}
        ${proof !== null && html`<input type="hidden" name="proof" />`}
        <button type="submit">Text me a code</button>
      </form>
      <p class="note">
        A code is sent if the number can get texts. One number gets at most ${form.codesPerHour} codes an hour. You join
        when you enter the code on the next page.
      </p>
    `,
  }
}

const PROOF_NOTICE = html`<p class="notice" role="status">
  Many codes are being requested at the moment. Your browser is doing a calculation that keeps robots out. It takes a
  few seconds, and then sends the form by itself. If nothing happens, turn on JavaScript, or try again in an hour.
</p>`

function dataOf({ challenge, bits }: ProofChallenge): Html {
  return html` data-challenge="${challenge}" data-bits="${bits}"`
}

function phoneField({ country }: OptInForm, typed: TypedStart | null, faults: readonly Fault[]): Content {
  const { message, isFaulty, attributes } = faultOf('phone', faults)
  return html`<div class="field">
    <label for="phone">Mobile phone number</label>
    <p class="hint" id="phone-hint">
      A number without + and country code is read as a number of this country: ${nameOf(country)}.
    </p>
    ${message}
    <input
      id="phone"
      name="phone"
      type="tel"
      inputmode="tel"
      autocomplete="tel"
      maxlength="${PHONE_LENGTH_MAX}"
      required
      value="${typed === null ? '' : typed.phone.slice(0, PHONE_LENGTH_MAX)}"
      aria-describedby="${isFaulty && 'phone-fault '}phone-hint"
      ${attributes}
    />
  </div>`
}

const PHONE_LENGTH_MAX = 40

function nameOf(country: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
}

/** A field to catch bots. It is hidden from sight, from keyboard navigation and from screen readers. */
export const TRAP_NAME = 'website'
const TRAP = html`<div class="more" aria-hidden="true">
  <label for="website">Leave this empty</label>
  <input id="website" name="${TRAP_NAME}" type="text" tabindex="-1" autocomplete="off" />
</div>`

function consentField({ text }: OptInForm, typed: TypedStart | null, faults: readonly Fault[]): Content {
  const { message, isFaulty, attributes } = faultOf('consent', faults)
  return html`<div class="field">
    ${message}
    <div class="consent">
      <input
        id="consent"
        name="consent"
        type="checkbox"
        value="yes"
        required
        ${isFaulty && html`aria-describedby="consent-fault"`}
        ${attributes}
        ${typed !== null && typed.isAgreed && html`checked`}
      />
      <label for="consent">${text}</label>
    </div>
  </div>`
}

function links({ privacyUrl, termsUrl }: OptInForm): Content {
  const found = [link(privacyUrl, 'Privacy policy'), link(termsUrl, 'Terms')].filter((one) => one !== null)
  return found.length > 0 && html`<p class="links">${found}</p>`
}

function link(url: string | null, name: string): Content {
  return url === null ? null : html`<a href="${url}" rel="noreferrer">${name}</a> `
}
