import { afterEach, describe, expect, test } from '@jest/globals'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from './postmaster.js'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function aCluster(): Promise<string> {
  const cluster = await mkdtemp(join(tmpdir(), 'carillon-cluster-'))
  folders.push(cluster)
  return cluster
}

describe('a postmaster', () => {
  test('without a pid file is not running', async () => {
    expect(await findPostmaster({ cluster: await aCluster() })).toBeNull()
  })

  test('whose process id now belongs to another process is not running', async () => {
    const cluster = await aCluster()
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n/tmp\n`)
    expect(await findPostmaster({ cluster })).toBeNull()
  })

  test('whose pid file cannot be read is not considered dead', async () => {
    const cluster = await aCluster()
    await mkdir(join(cluster, 'postmaster.pid'))
    await expect(findPostmaster({ cluster })).rejects.toThrow('EISDIR')
  })
})
