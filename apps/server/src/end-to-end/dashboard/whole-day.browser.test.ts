import { expect, jest, test } from '@jest/globals'
import { readAudit, readServiceAudit } from '../../testing/dashboard/whole-day/audit.js'
import { nextClockChange } from '../../testing/dashboard/whole-day/clock-change.js'
import { phoneOf } from '../../testing/dashboard/whole-day/contacts-file.js'
import * as contacts from '../../testing/dashboard/whole-day/contacts.js'
import * as inbox from '../../testing/dashboard/whole-day/inbox.js'
import { acceptInvitation, inviteSender, setUpOwner } from '../../testing/dashboard/whole-day/people.js'
import { openPhones } from '../../testing/dashboard/whole-day/phones.js'
import * as scheduling from '../../testing/dashboard/whole-day/scheduling.js'
import * as sending from '../../testing/dashboard/whole-day/sending.js'
import * as webhooks from '../../testing/dashboard/whole-day/webhooks.js'
import { closeAfterTest } from '../../testing/open-page.js'
import { aFolder, baseOf, started } from '../../testing/service/starts.js'
import { waitUntil } from '../../testing/wait-until.js'
import { aReceiver } from '../../testing/webhooks/a-receiver.js'

jest.setTimeout(300_000)

/** People may write to the receiver of webhooks, which is on this machine. */
const SETTINGS = { CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1' }
const [PAT0, PAT1] = [phoneOf(0), phoneOf(1)]
const REGULARS = /^Regulars · 4,960 members$/
const SALE =
  'Hi {{contact_first_name}}, your size {{contact_custom_field_5}} is in: {{trackingLink "go.example.com/sale"}}'

test('a whole day in the dashboard, from the setup of the first owner to the audit of everything', async () => {
  const server = await started({ dataDir: await aFolder(), env: SETTINGS })
  const url = baseOf(server)
  const olivia = await setUpOwner(/http:\S+\/dashboard\/setup#\S+/.exec(server.stdout())![0], 'Olivia')
  const ben = await acceptInvitation(await inviteSender(olivia, 'ben@example.com'), 'Ben')

  let secret = ''
  const receiver = await aReceiver(() => secret)
  closeAfterTest(receiver.close)
  secret = await webhooks.addWebhook(olivia, receiver.url)
  await contacts.createNumberField(olivia, 'Shoe size')
  await contacts.createGroup(olivia, 'Regulars')
  await contacts.importContacts(ben, 'Regulars')
  await contacts.expectMembers(olivia, 'Regulars', '4,960')

  await sending.grantCredits(olivia, 20_000)
  await sending.registerLink(olivia, 'go.example.com/sale', 'https://shop.example.com/sale')
  await sending.compose(olivia, REGULARS, 'Hi')
  await sending.insert(olivia, 'Insert field', 'First name', ', your size')
  await sending.insert(olivia, 'Insert field', 'Shoe size', ' is in: ')
  await sending.insert(olivia, 'Insert link', /go\.example\.com\/sale/)
  expect(await sending.textOf(olivia).inputValue()).toBe(SALE)
  await sending.sendTest(olivia, PAT0)
  const phones = await openPhones(url)
  await phones.pick(PAT0, 'Hi Pat0, your size 36 is in: https://go.example.com/sale/')
  const tested = await phones.arrived(/your size/)
  expect(tested.map(({ to }) => to)).toEqual([PAT0])

  await sending.send(olivia, '4,960')
  await sending.watch(olivia, '4,960')
  await sending.expectOutcomes(olivia, { Waiting: '0', Sent: '4,960', Delivered: '0', Failed: '0' })
  const texts = (await phones.arrived(/^Hi Pat\d+, your size \d\d is in: /)).filter(({ id }) => id !== tested[0]!.id)
  expect([texts.length, new Set(texts.map(({ to }) => to)).size]).toEqual([4_960, 4_960])
  await Promise.all(texts.slice(0, 60).map((text, n) => phones.report(text, n % 12 === 0 ? 'failed' : 'delivered')))
  expect(await phones.follow(/https:\S+/.exec(texts[0]!.body)![0])).toBe('https://shop.example.com/sale')
  await sending.expectOutcomes(olivia, { Waiting: '0', Sent: '4,955', Delivered: '55', Failed: '5' })
  await olivia.page.getByText('1 of 4,960 people clicked').waitFor()

  await sending.compose(olivia, REGULARS, 'Closed today')
  await sending.send(olivia, '4,960')
  await sending.undoSending(olivia, 'Closed today')

  await phones.pick(PAT1, 'Hi Pat1, your size 37 is in: ')
  await phones.write(PAT1, 'Do you have it in blue?')
  await inbox.openConversation(ben, 'Pat1')
  await inbox.reply(ben, 'Yes, in every size.')
  await phones.textOn(PAT1, 'Yes, in every size.').waitFor()
  await inbox.seeReplyClose(ben, () => phones.write(PAT1, 'STOP'))
  await contacts.expectMembers(olivia, 'Regulars', '4,959')

  const change = nextClockChange(scheduling.ZONE)
  await scheduling.scheduleMondays(olivia, /^Regulars · 4,959 members$/, 'New on Monday', change)
  await scheduling.expectMondays(olivia, change)
  await scheduling.expectInCalendar(olivia, 'New on Monday', change)

  const before = secret
  secret = await webhooks.rotateSecret(olivia, receiver.url)
  expect(secret).not.toBe(before)
  await webhooks.sendTestEvent(olivia)
  await waitUntil(() => receiver.received.length === 3)
  const events = receiver.received.map(({ event }) => event.type)
  expect([events, receiver.faults]).toEqual([['message.received', 'message.received', 'webhook.test'], []])

  expect(await phones.arrived(/Closed today|New on Monday/)).toEqual([])
  expect(await readAudit(olivia)).toEqual([INVITED, ...DONE])
  const ofService = ['carillon start: link.created', 'Olivia: user.set-up', INVITED, 'Ben: user.joined']
  expect(await readServiceAudit(olivia)).toEqual([...ofService, ...DONE])
})

const INVITED = 'Olivia: user.invited'

/** Who did what in the account, in this order. */
const DONE = [
  'Olivia: webhook.added',
  'Olivia: custom-field.created',
  'Olivia: group.created',
  'Ben: import.uploaded',
  'Ben: import.checked',
  'Ben: import.started',
  'Olivia: credits.granted',
  'Olivia: tracking-link.created',
  'Olivia: draft.created',
  'Olivia: message.sent',
  'Olivia: broadcast.composed',
  'Olivia: draft.created',
  'Olivia: broadcast.composed',
  'Olivia: broadcast.canceled',
  'Ben: conversation.changed',
  'Ben: message.sent',
  'Ben: conversation.changed',
  'Olivia: draft.created',
  'Olivia: schedule.created',
  'Olivia: webhook.secret-rotated',
  'Olivia: webhook.tested',
]
