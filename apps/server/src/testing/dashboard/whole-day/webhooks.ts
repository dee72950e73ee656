import { open, type Person } from './person.js'

/** Adds a webhook for texts that arrive, and returns its secret. */
export async function addWebhook(person: Person, url: string): Promise<string> {
  const { page } = person
  await open(person, 'Webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await dialog.getByText(/^whsec_/).textContent()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('link', { name: url }).waitFor()
  return secret!
}

/** Returns the new secret, which is shown once. */
export async function rotateSecret(person: Person, url: string): Promise<string> {
  const { page } = person
  await open(person, 'Webhooks')
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  return (await page.getByText(/^whsec_/).textContent())!
}

export async function sendTestEvent({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('A test event is on its way.').waitFor()
}
