import { Tokens } from '@carillon/container'
import type { WebhookSender } from '@carillon/core'
import { nodeModule } from '@carillon/node'
import { afterEach, expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { aPost, IN_TIME } from './testing/a-post.js'
import { aReceiver, closeReceivers, closing } from './testing/receivers.js'
import { webhooksModule, type WebhooksModuleOptions } from './webhooks-module.js'

function containerWith(options: WebhooksModuleOptions) {
  const container = new Container()
  container.load(nodeModule({ secretKey: 'the secret of a service' }), webhooksModule(options))
  return container
}

afterEach(closeReceivers)

test('the module binds one sender with the given options, and unbinding it closes the connections', async () => {
  const { url, connections } = await aReceiver()
  const container = containerWith({ allowPrivate: true })
  const sender = container.get<WebhookSender>(Tokens.webhookSender)
  expect(container.get<WebhookSender>(Tokens.webhookSender)).toBe(sender)
  expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 200 })
  await container.unbindAllAsync()
  await closing(connections[0])
  expect(connections).toHaveLength(1)
})

test('the module binds a sender that refuses private addresses', async () => {
  const { url } = await aReceiver()
  const container = containerWith({ allowPrivate: false })
  expect(await container.get<WebhookSender>(Tokens.webhookSender).post(aPost({ url }), IN_TIME)).toMatchObject({
    reason: 'forbidden',
  })
  await container.unbindAllAsync()
})
