import type { Message } from '@carillon/core'
import { html, type Html } from '../../html/html.js'
import { purposeWordsOf } from './consent-words.js'
import type { Moment } from './moment.js'
import { quoted, tableOf } from './parts.js'

/** The messages about the consent, oldest first. */
export function messageTable(messages: readonly Message[], caption: string, moment: Moment): Html {
  const rows = messages.map((message) => rowOf(message, moment))
  return tableOf({ caption, headings: ['When', 'Message', 'Text'], rows })
}

function rowOf(message: Message, moment: Moment): Html {
  const { id, createdAt, from, to, body, status, sentAt } = message
  return html`<tr>
    <th scope="row">${moment(createdAt)}</th>
    <td>
      <strong>${purposeWordsOf(message)}</strong>
      <p>From ${from} to ${to}</p>
      <p>${outcomeOf(message)}${sentAt !== null && isLater(sentAt, createdAt) && html` at ${moment(sentAt)}`}</p>
    </td>
    <td>
      ${body === '' ? html`<p>No text</p>` : quoted(body)}
      <p class="id">${status} ${id}</p>
    </td>
  </tr>`
}

function outcomeOf({ direction, status }: Message): string {
  if (direction === 'inbound') return 'Received'
  return { queued: 'Not sent yet', sent: 'Sent', failed: 'Not sent: it failed' }[status]
}

/** Compares at the precision that the page shows. */
function isLater(instant: Date, other: Date): boolean {
  return Math.floor(instant.getTime() / 1_000) > Math.floor(other.getTime() / 1_000)
}
