import { expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { BIN } from '../testing/a-process.js'
import { ADMIN_TOKEN } from '../testing/a-server.js'
import { openWorkplace } from '../testing/workplace.js'
import { startWorker } from '../worker/worker.js'

test('what the README says of broadcasts can be pasted: one is sent to a file of contacts, watched, read and canceled', async () => {
  const { server, folder, carillon, aFile, paste, blocks } = await openAcme('Send to many')
  const [send, follow] = blocks
  const numbers = Array.from({ length: 100 }, (_, i) => `+13035550${String(i).padStart(3, '0')}`)
  const csv = await aFile('people.csv', ['phoneNumber,firstName', ...numbers.map((one) => `${one},Ann`), ''].join('\n'))
  await carillon(['contacts', 'import', csv, '--account', 'Acme', '--group', 'News'])

  const { id, ...accepted } = JSON.parse(await paste(send!)) as Record<string, string>
  expect(accepted).toMatchObject({ totalRecipients: 100, body: 'Hi {{contact_first_name}}!', status: 'queued' })
  await server.useCases.runDueJobs.execute({ lane: 'bulk', jobsMax: 1, onFailure: () => {} })
  expect((await carillon(['broadcast', 'watch', id!])).stdout).toContain('is completed: 100 sent')
  expect(await paste(follow!.replace(/brc_\w+/, id!))).toContain('"inFlight":0')
  const results = await readFile(join(folder, 'results.csv'), 'utf8')
  expect(results.trimEnd().split('\n')).toHaveLength(101)
  expect(results).toContain('Hi Ann!')
})

test('what the README says of schedules can be pasted: one is made, listed, foreseen, paused and deleted', async () => {
  const { paste, blocks } = await openAcme('Send at a time')
  const [group] = /grp_\w+/.exec(await paste('curl -u key_acme:SECRET http://127.0.0.1:8080/api/v1/groups'))!
  const [create, follow] = blocks
  const made = JSON.parse(await paste(create!.replace(/grp_\w+/, group))) as Record<string, string>
  expect(made).toMatchObject({ status: 'active', timing: 'recurring', nextScheduledFor: '2030-03-04T14:00:00.000Z' })
  const [address] = create!.split('\n')
  const told = await paste(`${address}\n${follow!.replace(/sch_\w+/, made['id']!)}`)
  expect(told).toContain('"2030-03-08T14:00:00.000Z"')
  expect(told).toContain('"status":"paused"')
  expect(told).not.toContain('"code"')
})

test('what the README says of webhooks can be pasted: one is added, listed and sent a test event', async () => {
  const { server, paste, blocks } = await openAcme('Hear of it', 'npx carillon')
  const [add, ...follow] = blocks[0]!.split(/^(?=npx )/m)
  const [, id] = /^(whk_\w{26}): whsec_\S+\n$/.exec(await paste(add!))!
  const worker = startWorker({ ...server, logger: pino({ level: 'silent' }), registry: new Registry() })
  try {
    const told = await paste(follow.join('').replace(/whk_\w+/, id!))
    expect(told).toMatch(new RegExp(`^${id} +https://hooks\\.example\\.com/carillon .* enabled$`, 'm'))
    expect(told).toMatch(/^evt_\w{26}: it answered 204, after \d+ ms$/m)
  } finally {
    await worker.stop({ graceMs: 0 })
  }
  expect(server.webhookSender.posts.map(({ url }) => url)).toEqual(['https://hooks.example.com/carillon'])
})

test('what the README says of consent can be pasted: the settings are applied, a contact is proved and erased, a link is told of', async () => {
  const { carillon, aFile, paste, blocks, server } = await openAcme('Ask for consent', 'npx carillon')
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, form] = /\n## Ask for consent\n[^]*?```yaml\n([^`]*)```/.exec(readme)!
  const more = ['account:', '  name: Acme', '  trackingLinks: [{ link: go.acme.com/sale, target: https://acme.com }]']
  const settings = [
    ...more,
    ...form!
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
  ].join('\n')
  await carillon(['apply', await aFile('form.yaml', settings)])
  const { optInForm } = await server.useCases.readAccount.execute({ name: 'Acme' })
  expect(optInForm.consentText).toContain('offers of Acme')
  expect(optInForm.privacyUrl).toBe('https://acme.example.com/privacy')
  const csv = await aFile('people.csv', 'phoneNumber\n+12025550123\n')
  await carillon(['contacts', 'import', csv, '--account', 'Acme', '--group', 'News'])
  const told = await paste(blocks[0]!.replace('erase +12025550123', 'erase +12025550123 --yes'))
  expect(told).toContain('+12025550123')
  expect(told).toContain('go.acme.com/sale')
  expect(told.trimEnd().split('\n').at(-1)).toMatch(/backup|webhook/i)
})

/** The account of the README on a server, and what its section has to paste that speaks to it by such a command. */
async function openAcme(section: string, command = 'curl') {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, yaml] = /```yaml\n([^`]*)```/.exec(readme)!
  const blocks = shellLinesOf(readme.slice(readme.indexOf(`\n## ${section}\n`))).filter((lines) =>
    lines.includes(command),
  )
  const workplace = await openWorkplace()
  const { server, folder, carillon, aFile } = workplace
  const { stdout: applied } = await carillon(['apply', await aFile('acme.yaml', yaml!)])
  const [, secret] = /key_acme: (\S+)/.exec(applied)!
  const env = { ...process.env, CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN }
  const paste = async (lines: string) => {
    const ours = lines.replaceAll('http://127.0.0.1:8080', server.url).replaceAll('SECRET', secret!)
    return (await promisify(execFile)('sh', ['-ec', `${NPX}\n${ours}`], { cwd: folder, env })).stdout
  }
  return { ...workplace, blocks, paste }
}

/** What npx would find from within the repository. */
const NPX = `npx() { shift; '${process.execPath}' '${BIN}' "$@"; }`

function shellLinesOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/```sh\n([^`]*)```/g)].map(([, lines]) => lines!)
}
