import { expect, test } from '@jest/globals'
import { jobWords } from './job-words.js'

test.each([
  ['finish-message', { message: 'msg_1' }, 'Send one text', null],
  ['dispatch-chunk', { broadcast: 'brd_1', chunk: 2 }, 'Send part 3 of a broadcast', 'broadcasts/brd_1'],
  ['run-import', { import: 'imp_1' }, 'Import contacts', 'imports/imp_1'],
  ['a-newer-kind', {}, 'a-newer-kind', null],
])('a job of the kind %s is told in words, with its page', (kind, payload, task, path) => {
  expect(jobWords({ kind, payload })).toMatchObject({ task, path, discarded: expect.stringMatching(/not/) })
})
