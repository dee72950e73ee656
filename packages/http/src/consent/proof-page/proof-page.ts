import type { ConsentProof, FormText } from '@carillon/core'
import { html, type Html } from '../../html/html.js'
import { inlineStyle, pagePolicy } from '../../html/page-policy.js'
import { STATE_WORDS } from './consent-words.js'
import { logTable } from './log-table.js'
import { messageTable } from './message-table.js'
import { momentIn, type Moment } from './moment.js'
import { quoted, textIdOf } from './parts.js'

const STYLE = inlineStyle('proof.css')

/** Allows only the inline style of the page. */
export const PROOF_PAGE_POLICY = pagePolicy({ 'style-src': STYLE.source })

/** The consent proof as a single HTML file, to view, print and archive. */
export function proofPage(proof: ConsentProof): string {
  const { phone, account } = proof
  const title = `Consent of ${phone} at ${account.name}`
  const moment = momentIn(account.timezone)
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE.element}
      </head>
      <body>
        <main>
          <h1>Consent of ${phone} at <bdi>${account.name}</bdi></h1>
          ${verdict(proof, moment)} ${changes(proof, moment)} ${texts(proof.formTexts, moment)}
          ${messages(proof, moment)} ${others(proof, moment)}
        </main>
      </body>
    </html> `
  return markup
}

function verdict(proof: ConsentProof, moment: Moment): Html {
  const { phone, account, generatedAt, mayBeTexted, state, optedOutAt, groups, pendingGroups, providerOptOuts } = proof
  const facts: (readonly [string, Html])[] = [
    ['Number', html`${phone}`],
    ['Account', html`<bdi>${account.name}</bdi> <span class="id">${account.id}</span>`],
    ['As of', moment(generatedAt)],
    ...(optedOutAt === null ? [] : [['Opted out', moment(optedOutAt)] as const]),
    ...groups.map(({ name, optInAt }) => ['Opted in to', html`<bdi>${name}</bdi>, ${moment(optInAt)}`] as const),
    ...pendingGroups.map(
      ({ name, pendingSince }) => ['Asked to confirm', html`<bdi>${name}</bdi>, ${moment(pendingSince)}`] as const,
    ),
    ...providerOptOuts.map(({ sender, at }) => ['Refused by the provider', html`to ${sender}, ${moment(at)}`] as const),
  ]
  return html`<p class="verdict">
      <strong>${mayBeTexted ? 'This number may be texted.' : 'This number may not be texted.'}</strong>
      ${STATE_WORDS[state]}
    </p>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`
}

function changes({ log, logCount }: ConsentProof, moment: Moment): Html {
  return html`<section>
    <h2>Changes of consent</h2>
    ${
      log.length === 0
        ? html`<p>No change of the consent of this number is recorded.</p>`
        : logTable(log, captionOf('changes of the consent', log.length, logCount), moment)
    }
  </section>`
}

function texts(formTexts: readonly FormText[], moment: Moment): Html | false {
  if (formTexts.length === 0) return false
  return html`<section>
    <h2>Consent texts of the form</h2>
    ${formTexts.map(
      ({ version, text, since }) =>
        html`<article id="${textIdOf(version)}">
          <h3>Version ${version}</h3>
          <p>First shown ${moment(since)}</p>
          <blockquote>${quoted(text)}</blockquote>
        </article>`,
    )}
  </section>`
}

function messages({ messages, messageCount, messagesKeptDays }: ConsentProof, moment: Moment): Html {
  return html`<section>
    <h2>Messages about consent</h2>
    ${
      messages.length === 0
        ? html`<p>No message about the consent and no message from the number is stored.</p>`
        : messageTable(messages, captionOf('texts about the consent', messages.length, messageCount), moment)
    }
    ${messagesKeptDays !== null && html`<p>The account keeps messages for ${messagesKeptDays} days.</p>`}
  </section>`
}

function others({ messagesSent: { count, firstAt, lastAt } }: ConsentProof, moment: Moment): Html {
  return html`<section>
    <h2>Other messages</h2>
    ${
      firstAt === null || lastAt === null
        ? html`<p>No other message was sent to the number.</p>`
        : html`<p>Sent to the number: ${count}, the first at ${moment(firstAt)}, the last at ${moment(lastAt)}.</p>`
    }
  </section>`
}

function captionOf(what: string, shown: number, count: number): string {
  return shown < count
    ? `The newest ${shown} of ${count} ${what}, the oldest of them first`
    : `All ${what} (${count}), the oldest first`
}
