import { open, type Person } from './person.js'

/** Opens the conversation with the person, who has written something new. */
export async function openConversation(person: Person, name: string): Promise<void> {
  const { page } = person
  await open(person, 'Inbox')
  const entry = page.getByRole('link', { name })
  await entry.getByLabel(/unread/).waitFor()
  await entry.click()
  await page.getByRole('region', { name: `Conversation with ${name}` }).waitFor()
}

export async function reply({ page }: Person, body: string): Promise<void> {
  await page.getByLabel('Your reply').fill(body)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByRole('list', { name: 'Texts' }).getByText(body).waitFor()
}

/** Somebody opts out while the conversation is open: the reply box closes by itself, and says why. */
export async function seeReplyClose({ page }: Person, optOut: () => Promise<void>): Promise<void> {
  // The page reports that the text was read, which the audit has too.
  const read = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await optOut()
  await page.getByText('You cannot reply').waitFor()
  await page.getByText('Only this contact can opt in again').waitFor()
  await page.getByRole('button', { name: 'Send reply' }).waitFor({ state: 'detached' })
  await read
}
