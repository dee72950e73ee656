import { expect, test } from '@jest/globals'
import { curlOf } from './curl-of.js'

const ORIGIN = 'https://texts.example.com'
const curl = (method: string, path: string, body?: unknown, basePath = '/dashboard') =>
  curlOf({ method, path, body }, ORIGIN, basePath)

test('a request of the dashboard becomes one of the public API', () => {
  expect(curl('GET', '/accounts/acc_1/groups?page=2')).toBe(
    `curl -u KEY_ID:SECRET 'https://texts.example.com/api/v1/groups?page=2'`,
  )
  expect(curl('DELETE', '/groups/grp_1')).toBe(
    'curl -u KEY_ID:SECRET -X DELETE https://texts.example.com/api/v1/groups/grp_1',
  )
})

test('a body is quoted for the shell, whatever it contains', () => {
  expect(curl('POST', '/accounts/acc_1/groups', { name: `Ann's "$HOME"` })).toBe(
    [
      'curl -u KEY_ID:SECRET https://texts.example.com/api/v1/groups',
      `  -H 'Content-Type: application/json'`,
      `  -d '{"name":"Ann'\\''s \\"$HOME\\""}'`,
    ].join(' \\\n'),
  )
})

test('the API is where the dashboard is', () => {
  expect(curl('GET', '/groups', undefined, '/carillon/console')).toBe(
    'curl -u KEY_ID:SECRET https://texts.example.com/carillon/api/v1/groups',
  )
})

test.each(['/session', '/users/usr_1', '/accounts/acc_1/settings', '/accounts/acc_1/drafts', '/system/jobs'])(
  'what only the dashboard can do has no command: %s',
  (path) => expect(curl('PUT', path, {})).toBeNull(),
)
