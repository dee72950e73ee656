import { codeBlock, html, type Html } from '../../html/html.js'
import type { DocsPage } from '../../html/page-frame.js'
import {
  errorReference,
  FAILURE_TABLES,
  INTRODUCTION,
  type FailureTable,
  type ReferredError,
} from './error-reference.js'
import { inline } from './markdown.js'
import type { ErrorReason } from './reason-descriptions.js'

/** Each code is its own anchor, which the `moreInfo` of an error links to. */
export function errorsPage(docsUrl: string): Omit<DocsPage, 'links'> {
  const errors = errorReference(docsUrl)
  return {
    title: 'Carillon error reference',
    contents: html`<details open>
        <summary>Codes</summary>
        <ul>
          ${errors.map(
            ({ code, title }) =>
              html`<li>
                <a href="#${code}"><b>${code}</b> ${title}</a>
              </li>`,
          )}
        </ul>
      </details>
      ${FAILURE_TABLES.map(
        ({ id, title, failures }) =>
          html`<details open>
            <summary>${title}</summary>
            <ul>
              ${Object.keys(failures).map((name) => html`<li><a href="#${id}-${name}">${name}</a></li>`)}
            </ul>
          </details>`,
      )}`,
    main: html`<h1>Error reference</h1>
      ${INTRODUCTION.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
      <section class="chapter">
        <h2 id="codes">Codes</h2>
        ${errors.map(errorSection)}
      </section>
      ${FAILURE_TABLES.map(failuresOf)}`,
  }
}

function errorSection({ code, status, title, retry, details, reasons, example }: ReferredError): Html {
  return html`<section class="error" id="${code}">
    <h3><a href="#${code}">${code}</a> ${title}</h3>
    <dl class="facts">
      <div>
        <dt>HTTP status</dt>
        <dd><span class="status bad">${status}</span></dd>
      </div>
      <div>
        <dt>Try again?</dt>
        <dd>${inline(retry)}</dd>
      </div>
      ${
        details !== null &&
        html`<div>
          <dt><code>details</code></dt>
          <dd>${inline(details)}</dd>
        </div>`
      }
    </dl>
    ${reasonsOf(reasons)} ${codeBlock(JSON.stringify(example, null, 2), `A response with the code ${code}`)}
  </section>`
}

function reasonsOf(reasons: readonly ErrorReason[]): Html {
  if (reasons.length === 1) return reasonOf(reasons[0]!)
  return html`<p>The reason is one of these, and <code>message</code> shows which:</p>
    <ul class="reasons">
      ${reasons.map((reason) => html`<li>${reasonOf(reason)}</li>`)}
    </ul>`
}

function reasonOf({ when, remedy }: ErrorReason): Html {
  return html`<p>${inline(when)}</p>
    <p><b>What to do:</b> ${inline(remedy)}</p>`
}

function failuresOf({ id, title, about, failures }: FailureTable): Html {
  return html`<section class="chapter">
    <h2 id="${id}-failures">${title}</h2>
    <p>${inline(about)}</p>
    ${Object.entries(failures).map(
      ([name, reason]) =>
        html`<section class="error" id="${id}-${name}">
          <h3>
            <a href="#${id}-${name}"><code>${name}</code></a>
          </h3>
          ${reasonOf(reason)}
        </section>`,
    )}
  </section>`
}
