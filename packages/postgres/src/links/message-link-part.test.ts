import { acceptanceOf, aMessage, aMessageLink, ids } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { acceptAtOnceStatement } from '../messages/accept-at-once-statement.js'
import { acceptStatement } from '../messages/accept-statement.js'

const message = aMessage({ account: ids.next('acc') })
const withLinks = (count: number) =>
  acceptanceOf(message, {
    messageLinks: Array.from({ length: count }, (_, i) =>
      aMessageLink({ account: message.account, message: message.id, link: `go.example.com/${i}` }),
    ),
  })

test.each([
  ['accepting', (count: number) => acceptStatement(withLinks(count)).sql],
  ['accepting at once', (count: number) => acceptAtOnceStatement(withLinks(count), { dailyQuota: null }).sql],
])('the statement for %s has one text without links, and one text for any number of links', (_, sqlOf) => {
  expect(sqlOf(0)).not.toContain('click_count')
  expect(sqlOf(1)).toContain('click_count')
  expect(new Set([1, 2, 3, 100].map(sqlOf)).size).toBe(1)
})
