import { expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestDataDir } from './test-data-dir.js'

test('the folders for data of runs that died are deleted, and those of other runs kept', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'carillon-parent-'))
  const died = join(parent, `carillon-test-${spawnSync(process.execPath, ['--version']).pid}-a`)
  const running = join(parent, `carillon-test-${process.pid}-a`)
  for (const folder of [died, running]) await mkdir(folder)
  const made = await makeTestDataDir(parent)
  expect([died, running, made].map((folder) => existsSync(folder))).toEqual([false, true, true])
  expect(made.startsWith(join(parent, 'carillon-test-'))).toBe(true)
  await rm(parent, { recursive: true })
})
