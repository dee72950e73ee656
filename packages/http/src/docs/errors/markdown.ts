import { html, type Html } from '../../html/html.js'
import { ERROR_CODES } from './error-codes.js'

/**
 * The Markdown that the OpenAPI document and the error reference are written in: paragraphs, lists, tables, code, strong
 * words and links. Nothing else is known, and everything is escaped.
 */
export function markdown(text: string): Html {
  return joined(blocksOf(text.trim()).map(blockOf))
}

/** Within a paragraph, or a cell. */
export function inline(text: string): Html {
  return joined(text.split(PIECES).map(pieceOf))
}

/** As it stands in a list of names and in a title, where nothing can be set apart. */
export function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
}

/** At the odd places of a split stands what it has split by. */
const PIECES = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/

function pieceOf(piece: string, place: number): Html {
  if (place % 2 === 0)
    return joined(piece.split(CODES).map((part, i) => (i % 2 === 0 ? html`${part}` : errorLink(part))))
  if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
  if (piece.startsWith('*')) return html`<strong>${piece.slice(2, -2)}</strong>`
  const [, label, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece)!
  return html`<a href="${SAFE.test(target!) ? target! : '#'}">${inline(label!)}</a>`
}

/** The codes of errors, each of which leads to its entry in the reference. */
const CODES = /\b(33\d{3})\b/

/** Relative to the reference of errors itself; a page that stands elsewhere puts its way there in front. */
export const ERRORS_HREF = 'errors#'

function errorLink(code: string): Html {
  return code in ERROR_CODES ? html`<a href="${ERRORS_HREF}${code}">${code}</a>` : html`${code}`
}

const SAFE = /^(https?:\/\/|#|\.?\/)/

/** What stands between empty lines; fenced code stays in one piece. */
function blocksOf(text: string): string[] {
  return text.split(/(```\w*\n[^]*?\n```)|\n{2,}/).filter((block) => block !== undefined && block.trim() !== '')
}

function blockOf(block: string): Html {
  const lines = block.trim().split('\n')
  const [first] = lines as [string]
  if (first.startsWith('```')) return html`<pre tabindex="0"><code>${lines.slice(1, -1).join('\n')}</code></pre>`
  if (/^#{1,6} /.test(first)) return html`<p><strong>${inline(first.replace(/^#+ /, ''))}</strong></p>`
  if (first.startsWith('|')) return tableOf(lines)
  if (/^[-*] /.test(first))
    return html`<ul>
      ${itemsOf(lines, /^[-*] /)}
    </ul>`
  if (/^\d+\. /.test(first))
    return html`<ol>
      ${itemsOf(lines, /^\d+\. /)}
    </ol>`
  const list = lines.findIndex((line) => /^([-*]|\d+\.) /.test(line))
  if (list > 0) return joined([lines.slice(0, list), lines.slice(list)].map((part) => blockOf(part.join('\n'))))
  return html`<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`
}

function itemsOf(lines: readonly string[], mark: RegExp): Html {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return joined(items.map((item) => html`<li>${inline(item)}</li>`))
}

function tableOf([head = '', , ...rows]: readonly string[]): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${cellsOf(head).map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cellsOf(row).map((cell) => html`<td>${inline(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** A bar within code is written `\|`. */
function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function joined(parts: readonly Html[]): Html {
  return { markup: parts.map(({ markup }) => markup).join('') }
}
