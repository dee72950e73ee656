/** Markup that may stand in a page as it is. */
export type Html = { readonly markup: string }

export type Content = Html | string | number | false | null | readonly Content[]

/** Whatever is put into it is text, and escaped, in elements as in quoted attributes; only markup stays as it is. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: parts.reduce((markup, part, i) => markup + markupOf(contents[i - 1]!) + part) }
}

function markupOf(content: Content): string {
  if (content === false || content === null) return ''
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content))
  return 'markup' in content ? content.markup : content.map(markupOf).join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** What scrolls by itself has to be reached by keyboard. */
export function codeBlock(text: string, label: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
}
