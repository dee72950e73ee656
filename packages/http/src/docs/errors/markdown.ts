import { html, type Html } from '../../html/html.js'
import { ERROR_CODES } from './code-descriptions.js'

/**
 * Renders the subset of Markdown that the OpenAPI document and the error reference use: paragraphs, lists, tables,
 * code, bold text and links. Other syntax is not supported. All text is escaped.
 */
export function markdown(text: string): Html {
  return joined(blocksOf(text.trim()).map(blockOf))
}

/** Renders the content of a paragraph or a table cell. */
export function inline(text: string): Html {
  return joined(text.split(PIECES).map(pieceOf))
}

/** Plain text for titles and lists of names, which cannot contain markup. */
export function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
}

/** The group is captured, so that `split` returns the matches at odd positions. */
const PIECES = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/

function pieceOf(piece: string, place: number): Html {
  if (place % 2 === 0)
    return joined(piece.split(CODES).map((part, i) => (i % 2 === 0 ? html`${part}` : errorLink(part))))
  if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
  if (piece.startsWith('*')) return html`<strong>${piece.slice(2, -2)}</strong>`
  const [, label, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece)!
  return html`<a href="${SAFE.test(target!) ? target! : '#'}">${inline(label!)}</a>`
}

/** Error codes, which become links to their entries in the reference. */
const CODES = /\b(33\d{3})\b/

/** Relative to the error reference; pages at other paths prepend their own prefix. */
export const ERRORS_HREF = 'errors#'

function errorLink(code: string): Html {
  return code in ERROR_CODES ? html`<a href="${ERRORS_HREF}${code}">${code}</a>` : html`${code}`
}

const SAFE = /^(https?:\/\/|#|\.?\/)/

/** The blocks between empty lines. A fenced code block is never split. */
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

/** A bar inside code is written as `\|`. */
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
