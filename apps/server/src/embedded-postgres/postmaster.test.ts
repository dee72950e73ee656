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
  test('of whose file there is none does not run', async () => {
    expect(await findPostmaster({ cluster: await aCluster() })).toBeNull()
  })

  test('whose id is that of another process now does not run', async () => {
    const cluster = await aCluster()
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n/tmp\n`)
    expect(await findPostmaster({ cluster })).toBeNull()
  })

  test('whose file cannot be read is not taken for a dead one', async () => {
    const cluster = await aCluster()
    await mkdir(join(cluster, 'postmaster.pid'))
    await expect(findPostmaster({ cluster })).rejects.toThrow('EISDIR')
  })
})
