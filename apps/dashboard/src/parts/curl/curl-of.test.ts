import { expect, test } from '@jest/globals'
import { curlOf, type CurlOptions } from './curl-of.js'

const ORIGIN = 'https://texts.example.com'
const curl = (method: string, path: string, body?: unknown, options: CurlOptions = {}) =>
  curlOf({ method, path, body }, ORIGIN, { basePath: '/dashboard', ...options })

test('a request of the dashboard becomes one of the public API', () => {
  expect(curl('GET', '/accounts/acc_1/groups?page=2')).toBe(
    `curl -u KEY_ID:SECRET 'https://texts.example.com/api/v1/groups?page=2'`,
  )
  expect(curl('DELETE', '/contacts/by-phone/+12025550123/groups/grp_1')).toBe(
    'curl -u KEY_ID:SECRET -X DELETE https://texts.example.com/api/v1/contacts/by-phone/+12025550123/groups/grp_1',
  )
})

test('a body is quoted for the shell, whatever it contains', () => {
  expect(curl('POST', '/accounts/acc_1/messaging/message', { body: `Ann's "$HOME"` })).toBe(
    [
      'curl -u KEY_ID:SECRET https://texts.example.com/api/v1/messaging/message',
      `  -H 'Content-Type: application/json'`,
      `  -d '{"body":"Ann'\\''s \\"$HOME\\""}'`,
    ].join(' \\\n'),
  )
})

test('the API is where the dashboard is', () => {
  expect(curl('GET', '/groups', undefined, { basePath: '/carillon/console' })).toBe(
    'curl -u KEY_ID:SECRET https://texts.example.com/carillon/api/v1/groups',
  )
})

test('a new key is in the command that tries it', () => {
  expect(curl('GET', '/account/credits', undefined, { key: 'key_1:s3cret' })).toBe(
    'curl -u key_1:s3cret https://texts.example.com/api/v1/account/credits',
  )
})

test.each([
  ['PUT', '/session'],
  ['PATCH', '/users/usr_1'],
  ['PUT', '/accounts/acc_1/settings'],
  ['POST', '/accounts/acc_1/drafts'],
  ['GET', '/system/jobs'],
  ['POST', '/accounts/acc_1/groups'],
  ['DELETE', '/accounts/acc_1/groups/grp_1'],
  ['POST', '/accounts/acc_1/tags'],
  ['POST', '/accounts/acc_1/broadcasts/compose'],
  ['POST', '/accounts/acc_1/keys'],
  ['POST', '/accounts/acc_1/conversations/con_1/notes'],
  ['DELETE', '/accounts/acc_1/contacts/+12025550123'],
  ['GET', '/accounts/acc_1/groups/grp_1/members/more'],
])('what the public API does not have has no command: %s %s', (method, path) =>
  expect(curl(method, path, method === 'GET' ? undefined : {})).toBeNull(),
)
