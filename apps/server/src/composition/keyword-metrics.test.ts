import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { countReplies } from './keyword-metrics.js'

test('keywords are counted with what became of the reply; other texts are not counted', async () => {
  const registry = new Registry()
  const count = countReplies(registry)
  const isHandled = true
  for (const reply of ['sent', 'help-reply', 'help-reply'] as const) count({ isHandled, keyword: 'help', reply })
  count({ isHandled, keyword: 'stop', reply: null })
  count({ isHandled, keyword: null, reply: null })
  const { values } = await registry.getSingleMetric('carillon_keyword_replies_total')!.get()
  expect(values).toEqual([
    { labels: { keyword: 'help', outcome: 'sent' }, value: 1 },
    { labels: { keyword: 'help', outcome: 'help-reply' }, value: 2 },
    { labels: { keyword: 'stop', outcome: 'none' }, value: 1 },
  ])
})
