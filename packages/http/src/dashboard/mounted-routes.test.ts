import { expect, test } from '@jest/globals'
import { mountedRoutes, nameOf } from './mounted-routes.js'

const get = (path: string) => ({ method: 'get', path }) as const

test('routes of both APIs are mounted below the account, and an admin route whose place is taken below admin', () => {
  const routes = mountedRoutes({
    own: [get('/session'), get('/accounts/:account/users/:user')],
    ofClients: [get('/contacts'), get('/links/:link')],
    ofOperators: [
      get('/accounts'),
      get('/carriers'),
      get('/accounts/:name/keys'),
      get('/accounts/:name/links/:id'),
      get('/accounts/:name/users/:id'),
      { method: 'delete', path: '/accounts/:name/links/:id' },
    ],
  })
  expect(routes.map(nameOf)).toEqual([
    'GET /session',
    'GET /accounts/:account/users/:user',
    'GET /accounts/:account/contacts',
    'GET /accounts/:account/links/:link',
    'GET /accounts/:account/keys',
    'GET /accounts/:account/admin/links/:id',
    'GET /accounts/:account/admin/users/:id',
    'DELETE /accounts/:account/links/:id',
  ])
})
