import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { processToken } from '../embedded-postgres/process-token.js'
import { writeWholeFile } from './write-whole-file.js'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-'))
  file = join(folder, 'monday.backup')
})

afterEach(() => rm(folder, { recursive: true }))

const saying = (text: string) => (into: Writable) => pipeline(Readable.from([text]), into)

test('only its owner may read the written file', async () => {
  await writeWholeFile({ file, force: false }, saying('hello'))
  expect(await readFile(file, 'utf8')).toBe('hello')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['monday.backup'])
})

test('an existing file is replaced only with `force`', async () => {
  await writeFile(file, 'of last week')
  await expect(writeWholeFile({ file, force: false }, saying('hello'))).rejects.toThrow('add --force to replace it')
  expect(await readFile(file, 'utf8')).toBe('of last week')
  await writeWholeFile({ file, force: true }, saying('hello'))
  expect(await readFile(file, 'utf8')).toBe('hello')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a dangling symbolic link counts as an existing file', async () => {
  await symlink(join(folder, 'elsewhere'), file)
  await expect(writeWholeFile({ file, force: false }, saying('hello'))).rejects.toThrow('add --force to replace it')
  expect(await readdir(folder)).toEqual(['monday.backup'])
})

test.each(['', '.'])('a folder is refused before anything is written: %j', async (name) => {
  const written = writeWholeFile({ file: name, force: true }, async () => expect(name).toBe('written'))
  await expect(written).rejects.toThrow('is a folder: give the path of a file')
})

test('a file that another process creates during the write is not replaced', async () => {
  const writing = writeWholeFile({ file, force: false }, async (into) => {
    await saying('hello')(into)
    await writeFile(file, 'of the other')
  })
  await expect(writing).rejects.toThrow('add --force to replace it')
  expect(await readFile(file, 'utf8')).toBe('of the other')
  expect(await readdir(folder)).toEqual(['monday.backup'])
})

test('a failed write leaves no partial file, and does not change the existing file', async () => {
  await writeFile(file, 'of last week')
  async function* failing() {
    yield 'half'
    throw new Error('The disk is full')
  }
  const writing = writeWholeFile({ file, force: true }, (into) => pipeline(failing, into))
  await expect(writing).rejects.toThrow('The disk is full')
  expect(await readdir(folder)).toEqual(['monday.backup'])
  expect(await readFile(file, 'utf8')).toBe('of last week')
})

test('the partial file of a dead process is removed, and that of a running one is kept', async () => {
  const living = `monday.backup.${await processToken(process.pid)}-00000000.partial`
  for (const name of ['monday.backup.99999999-1-00000000.partial', living, 'monday.backup.partial']) {
    await writeFile(join(folder, name), 'half')
  }
  await writeWholeFile({ file, force: false }, saying('hello'))
  expect((await readdir(folder)).sort()).toEqual(['monday.backup', living, 'monday.backup.partial'].sort())
})

test('a folder, a device and a missing folder are refused before anything is written', async () => {
  const never = () => Promise.reject(new Error('It was asked to write'))
  for (const [place, reason] of [
    [folder, 'is a folder'],
    ['/dev/null', 'is not a file'],
    [join(folder, 'nowhere', 'monday.backup'), 'the folder does not exist'],
  ] as const) {
    await expect(writeWholeFile({ file: place, force: true }, never)).rejects.toThrow(reason)
  }
})
