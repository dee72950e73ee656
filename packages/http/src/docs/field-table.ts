import { html, type Content, type Html } from '../html/html.js'

export type FieldRow = {
  readonly name: Content
  readonly isRequired: boolean
  readonly type: Content
  readonly meaning: Content
}

export type FieldTable = {
  readonly label: string
  /** The heading of the column with the names. */
  readonly heading: string
  readonly rows: readonly FieldRow[]
}

/** A table of fields or parameters, with type and meaning. */
export function fieldTable({ label, heading, rows }: FieldTable): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="${label}">
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(rowOf)}
      </tbody>
    </table>
  </div>`
}

function rowOf({ name, isRequired, type, meaning }: FieldRow): Html {
  return html`<tr>
    <th scope="row">${name}${isRequired && html` <span class="required">required</span>`}</th>
    <td>${type}</td>
    <td>${meaning}</td>
  </tr>`
}
