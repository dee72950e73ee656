import { expect, test } from '@jest/globals'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { writeTogether } from './write-together.js'

/** A connection, and the system calls that its writes became. */
function open() {
  const calls: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => (calls.push(String(chunk)), done()),
    writev: (chunks, done) => (calls.push(chunks.map(({ chunk }) => String(chunk)).join('')), done()),
  })
  const write = (text: string) => {
    writeTogether({ connection: { stream } })
    stream.write(text)
  }
  return { calls, write }
}

test('what is written in one turn of the event loop is one system call, and the next turn has its own', async () => {
  const { calls, write } = open()
  for (const turn of [1, 2]) {
    write(`begin ${turn}, `)
    await Promise.resolve()
    write('commit; ')
    expect(calls).toHaveLength(turn - 1)
    await setImmediate()
    expect(calls).toHaveLength(turn)
  }
  expect(calls).toEqual(['begin 1, commit; ', 'begin 2, commit; '])
})

test('a connection without such a stream is left as it is', () => {
  expect(() => writeTogether({})).not.toThrow()
  expect(() => writeTogether({ connection: { stream: {} } })).not.toThrow()
})
