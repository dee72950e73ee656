/** How values are written into a text of some type. */
export type Escape = 'url' | 'form' | 'json' | 'xml' | 'plain' | 'header'

/** The values of placeholders; null if there is no such value now. */
export type TemplateValues = Readonly<Record<string, string | null>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
const ALONE = /^\{\{\s*(\w+)\s*\}\}$/

export function render(template: string, values: TemplateValues, escape: Escape): string {
  return template.replace(PLACEHOLDER, (_, name: string) => ESCAPES[escape](wellFormed(values[name] ?? '')))
}

/** Like `render`; null if the template is only a placeholder that has no value now, so that its field is left out. */
export function renderField(template: string, values: TemplateValues, escape: Escape): string | null {
  const [, alone] = ALONE.exec(template) ?? []
  if (alone !== undefined && (values[alone] ?? null) === null) return null
  return render(template, values, escape)
}

export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}

/** What looks like a placeholder and is none. */
export function brokenPlaceholderIn(template: string): string | null {
  return /\{\{.{0,30}/s.exec(template.replace(PLACEHOLDER, ''))?.[0] ?? null
}

/** The way in which a body of this type is escaped; null if it is not known. */
export function escapeOf(contentType: string): 'form' | 'json' | 'xml' | 'plain' | null {
  const [type] = contentType.toLowerCase().split(';', 1) as [string]
  if (type.trim() === 'application/x-www-form-urlencoded') return 'form'
  if (/[/+]json\s*$/.test(type)) return 'json'
  if (/[/+]xml\s*$/.test(type)) return 'xml'
  return type.trim() === 'text/plain' ? 'plain' : null
}

const ESCAPES: Readonly<Record<Escape, (text: string) => string>> = {
  // A part of a path that is only dots would be a step upwards.
  url: (text) => (/^\.+$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text)),
  form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  json: (text) => JSON.stringify(text).slice(1, -1),
  xml: escapeXml,
  plain: (text) => text,
  // A line break in a header would begin another header.
  header: (text) => text.replace(/[^\x20-\x7e]+/g, encodeURIComponent),
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Line breaks are references, because XML parsers change them; XML cannot contain other control characters. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => XML_ENTITIES[character]!)
      .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\ufffe\uffff]/g, '\ufffd')
  )
}

/** Half of a surrogate pair is no character, and cannot be transmitted. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
