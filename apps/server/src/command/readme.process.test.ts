import { expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openWorkplace } from '../testing/workplace.js'

test('what the README says of broadcasts can be pasted: one is sent to a file of contacts, watched, read and canceled', async () => {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, yaml] = /```yaml\n([^`]*)```/.exec(readme)!
  const [send, follow] = shellLinesOf(readme.slice(readme.indexOf('\n## Send to many\n'))).filter((lines) =>
    lines.includes('curl'),
  )
  const { server, folder, carillon, aFile } = await openWorkplace()
  const applied = await carillon(['apply', await aFile('acme.yaml', yaml!)])
  const [, secret] = /key_acme: (\S+)/.exec(applied.stdout)!
  const numbers = Array.from({ length: 100 }, (_, i) => `+13035550${String(i).padStart(3, '0')}`)
  const csv = await aFile('people.csv', ['phoneNumber,firstName', ...numbers.map((one) => `${one},Ann`), ''].join('\n'))
  await carillon(['contacts', 'import', csv, '--account', 'Acme', '--group', 'News'])
  const paste = async (lines: string, id = '') => {
    const ours = lines.replaceAll('http://127.0.0.1:8080', server.url).replaceAll('SECRET', secret!)
    const { stdout } = await promisify(execFile)('sh', ['-ec', ours.replace(/brc_\w+/, id)], { cwd: folder })
    return stdout
  }

  const { id, ...accepted } = JSON.parse(await paste(send!)) as Record<string, string>
  expect(accepted).toMatchObject({ totalRecipients: 100, body: 'Hi {{contact_first_name}}!', status: 'queued' })
  await server.useCases.runDueJobs.execute({ lane: 'bulk', jobsMax: 1, onFailure: () => {} })
  expect((await carillon(['broadcast', 'watch', id!])).stdout).toContain('is completed: 100 sent')
  expect(await paste(follow!, id)).toContain('"inFlight":0')
  const results = await readFile(join(folder, 'results.csv'), 'utf8')
  expect(results.trimEnd().split('\n')).toHaveLength(101)
  expect(results).toContain('Hi Ann!')
})

function shellLinesOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/```sh\n([^`]*)```/g)].map(([, lines]) => lines!)
}
