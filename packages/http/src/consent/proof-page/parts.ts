import { html, type Html } from '../../html/html.js'

type Table = { readonly caption: string; readonly headings: readonly string[]; readonly rows: readonly Html[] }

export function tableOf({ caption, headings, rows }: Table): Html {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

/** A quoted text, isolated so that right-to-left letters do not affect the text around it. */
export function quoted(text: string): Html {
  return html`<q><bdi>${text}</bdi></q>`
}

export function textIdOf(version: number): string {
  return `text-${version}`
}
