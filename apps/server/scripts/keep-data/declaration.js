export const KEY = { id: 'key_kept', secret: 'the-secret-of-kept-data' }
export const OURS = '+12025550100'
/** The numbers of the pool. One has a rate. */
export const POOLED = ['+12025550101', '+13035550102']

/** The account of the data folder. `hook`: where its events go. */
export function declaration(hook) {
  return {
    account: {
      name: 'Kept',
      timezone: 'America/New_York',
      credits: { sms: 1000, mms: 10 },
      retention: { messages: null, events: 3650, clicks: 3650 },
      sendingWindows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
      frequencyCaps: [{ messages: 10, per: '24h' }],
      autoPause: { failedOver: 0.5, atLeast: 500 },
      apiKeys: [KEY],
      numbers: [
        { number: OURS, status: 'active' },
        { number: POOLED[0], messagesPerSecond: 50 },
        { number: POOLED[1] },
      ],
      pools: [{ name: 'Main', numbers: POOLED }],
      rateCounts: 'parts',
      rateLimits: { broadcast: 10 },
      groups: [
        { name: 'VIP', default: true, optInMessage: 'Welcome! Reply STOP to opt out.', tags: ['vip'] },
        { name: 'News', optInType: 'DOUBLE' },
      ],
      customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }],
      trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://shop.example.com/sale' }],
      webhooks: [{ url: hook, events: ['message.delivered', 'message.received', 'contacts.group.opted_out'] }],
    },
  }
}
