import type { FormEvidence, LoggedConsent } from '@carillon/core'
import { html, type Content, type Html } from '../../html/html.js'
import { ACTION_WORDS, ACTOR_WORDS, REASON_WORDS } from './consent-words.js'
import type { Moment } from './moment.js'
import { quoted, tableOf, textIdOf } from './parts.js'

/** Every change to the consent, oldest first. */
export function logTable(log: readonly LoggedConsent[], caption: string, moment: Moment): Html {
  return tableOf({
    caption,
    headings: ['When', 'What happened', 'Evidence'],
    rows: log.map((entry) => rowOf(entry, moment)),
  })
}

function rowOf(entry: LoggedConsent, moment: Moment): Html {
  const { id, at, action, reason, by, group, text, form } = entry
  return html`<tr>
    <th scope="row">${moment(at)}</th>
    <td>
      <strong>${ACTION_WORDS[action]}</strong>
      ${group === null ? html`<p>The number itself</p>` : html`<p>Group <bdi>${group.name}</bdi></p>`}
      <p>Why: ${REASON_WORDS[reason]}</p>
      <p>By: ${ACTOR_WORDS[by]}</p>
    </td>
    <td>
      ${text !== null && quoted(text)} ${form !== null && formEvidence(form)}
      <p class="id">${action} ${reason} ${id}</p>
    </td>
  </tr>`
}

function formEvidence({ version, address, agent }: FormEvidence): Content {
  return html`<p>
      Agreed to <a href="#${textIdOf(version)}">version ${version}</a> of the consent
      text${address !== null && html`, from the address <bdi>${address}</bdi>`}
    </p>
    ${agent !== null && html`<p>With <bdi>${agent}</bdi></p>`}`
}
