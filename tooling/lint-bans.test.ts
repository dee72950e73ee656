import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ESLint } from 'eslint'

const eslint = new ESLint({
  cwd: join(import.meta.dirname, '..'),
  overrideConfig: {
    languageOptions: {
      parserOptions: {
        // Type information of these files only: the whole repository would take half a second for each text.
        project: 'tooling/lint-bans.tsconfig.json',
        // Without this, if CI is set, the parser would read the file from the disk instead of the given text.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
})

// The text is linted under the path of an existing file, because type-aware rules need a file of the program.
const CORE = 'packages/core/src/values/errors.ts'
const PAGE = 'apps/dashboard/src/parts/text/phone-text.tsx'
const OUTSIDE = 'packages/contracts/src/fixtures/wait-until.ts'

test.each([
  [`import { readFile } from 'node:fs/promises'\nvoid readFile`, 'no-restricted-imports'],
  [`import { randomUUID } from 'crypto'\nvoid randomUUID`, 'no-restricted-imports'],
  [`import { readFile } from 'fs/promises'\nvoid readFile`, 'no-restricted-imports'],
  [`export const lazy = () => import('node:fs')`, 'no-restricted-syntax'],
  [`export const here = import.meta.url`, 'no-restricted-syntax'],
  [`export const now = Date.now()`, 'no-restricted-properties'],
  [`export const now = Date['now']`, 'no-restricted-properties'],
  [`const { now } = Date\nvoid now`, 'no-restricted-properties'],
  [`export const now = new Date()`, 'no-restricted-syntax'],
  [`export const now = Date()`, 'no-restricted-syntax'],
  [`export const now = new Intl.DateTimeFormat('en').format()`, 'no-restricted-syntax'],
  [`export const noon = new Date(2026, 0, 1, 12)`, 'no-restricted-syntax'],
  [`export const hour = (at: Date) => at.getHours()`, 'no-restricted-syntax'],
  [`export const luck = Math.random()`, 'no-restricted-properties'],
  [`const { random } = Math\nvoid random`, 'no-restricted-properties'],
  [`export const env = process.env`, 'no-restricted-globals'],
  [`export const now = globalThis.Date.now()`, 'no-restricted-globals'],
  [`export const now = global.process`, 'no-restricted-globals'],
  [`export const now = performance.now()`, 'no-restricted-globals'],
  [`export const id = crypto.randomUUID()`, 'no-restricted-globals'],
  [`export const load = require`, 'no-restricted-globals'],
  [`export const sly = new Function('return process')`, 'no-restricted-globals'],
  [`export const sly = eval('process')`, 'no-restricted-globals'],
  [`setTimeout(() => undefined, 1)`, 'no-restricted-globals'],
  [`setInterval(() => undefined, 1)`, 'no-restricted-globals'],
  [`queueMicrotask(() => undefined)`, 'no-restricted-globals'],
  [`void fetch('https://example.com')`, 'no-restricted-globals'],
  [`console.log('here')`, 'no-restricted-globals'],
  [`const bound = (_: unknown) => undefined\n@bound\nexport class Decorated {}`, 'no-restricted-syntax'],
])('the core may not contain %j', async (text, rule) => {
  expect(await rulesBrokenBy(text, CORE)).toEqual([rule])
})

test.each([
  [`export * from '@carillon/core'`, 'no-restricted-syntax'],
  [`export default 1`, 'no-restricted-syntax'],
  [`const one = 1\nexport { one as default }`, 'no-restricted-syntax'],
  [`export const one = 1 as any`, '@typescript-eslint/no-explicit-any'],
  [`// @ts-ignore\nexport const one: string = 1`, '@typescript-eslint/ban-ts-comment'],
  [`Promise.resolve(1)`, '@typescript-eslint/no-floating-promises'],
  [`export const later = [1].forEach(async () => {})`, '@typescript-eslint/no-misused-promises'],
  [`declare const test: { only(): void }\ntest.only()`, 'no-restricted-syntax'],
])('no code may contain %j', async (text, rule) => {
  expect(await rulesBrokenBy(text, OUTSIDE)).toEqual([rule])
  expect(await rulesBrokenBy(text, CORE)).toEqual([rule])
})

test.each([
  [`export const one = <p style={{ color: 'red' }}>1</p>`, 'no-restricted-syntax'],
  [`export const one = <p dangerouslySetInnerHTML={{ __html: '1' }} />`, 'no-restricted-syntax'],
  [`export const one = <a onClick={() => {}}>1</a>`, 'no-restricted-syntax'],
  [`export const one = <img src="one.png" />`, 'no-restricted-syntax'],
  [`export const one = <div onClick={() => {}}>1</div>`, 'no-restricted-syntax'],
  [`export const one = <a href="/" target="_blank">1</a>`, 'no-restricted-syntax'],
  [`export default 1`, 'no-restricted-syntax'],
])('a page of the dashboard may not contain %j', async (text, rule) => {
  expect(await rulesBrokenBy(text, PAGE)).toEqual([rule])
})

test('a page of the dashboard may contain links, pictures and buttons that everybody can use', async () => {
  const texts = [
    `<a href="/" target="_blank" rel="noreferrer">1</a>`,
    `<img src="one.png" alt="One" />`,
    `<button onClick={() => {}}>1</button>`,
  ]
  for (const text of texts) expect(await rulesBrokenBy(`export const one = ${text}`, PAGE)).toEqual([])
})

test('the core may create an instant from a number, and format a given one', async () => {
  const text = `
    const english = new Intl.DateTimeFormat('en', { timeZone: 'UTC' })
    export const shown = (ms: number) => english.format(new Date(ms)) + new Date(ms).getUTCHours()`
  expect(await rulesBrokenBy(text, CORE)).toEqual([])
})

test('code outside the core may use the clock and Node', async () => {
  expect(await rulesBrokenBy(`import 'node:fs'\nexport const now = () => [new Date(), process.pid]`, OUTSIDE)).toEqual(
    [],
  )
})

async function rulesBrokenBy(text: string, filePath: string) {
  const [result] = await eslint.lintText(`${text}\n`, { filePath })
  return [...new Set(result?.messages.map(({ ruleId, message }) => ruleId ?? message))]
}
