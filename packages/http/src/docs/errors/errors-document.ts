import type { ErrorReason } from './error-reasons.js'
import { errorReference, FAILURE_TABLES, INTRODUCTION, type ReferredError } from './error-reference.js'

/** The error reference as Markdown, for readers of the repository: `docs/errors.md`. */
export function errorsDocument(): string {
  const docsUrl = 'https://carillon.example.com/docs/errors'
  return [
    '# Error reference',
    '<!-- Made by `npm run generate:error-reference`. A running service has the same at `/docs/errors`. -->',
    ...INTRODUCTION,
    ...errorReference(docsUrl).flatMap(codeOf),
    ...FAILURE_TABLES.flatMap(({ id, title, about, failures }) => [
      `## ${title}`,
      about,
      ...Object.entries(failures).flatMap(([name, reason]) => [
        `### <a id="${id}-${name}"></a>\`${name}\``,
        ...reasonOf(reason),
      ]),
    ]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

function codeOf({ code, title, status, retry, details, reasons, example }: ReferredError): readonly string[] {
  const facts = [
    `- HTTP status: ${status}`,
    `- Try again? ${retry}`,
    ...(details === null ? [] : [`- \`details\`: ${details}`]),
  ]
  return [
    `## <a id="${code}"></a>${code}: ${title}`,
    facts.join('\n'),
    ...(reasons.length === 1
      ? reasonOf(reasons[0]!)
      : ['It has one of these reasons, which `message` tells apart:', reasons.map(itemOf).join('\n')]),
    `\`\`\`json\n${jsonOf(example)}\n\`\`\``,
  ]
}

function itemOf({ when, remedy }: ErrorReason): string {
  return `- ${when} **What to do:** ${remedy}`
}

function reasonOf({ when, remedy }: ErrorReason): readonly string[] {
  return [when, `**What to do:** ${remedy}`]
}

/** Formats JSON as prettier does, with arrays of numbers on one line. */
function jsonOf(example: object): string {
  return JSON.stringify(example, null, 2).replace(/\[[\d\s,]+\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
  )
}
