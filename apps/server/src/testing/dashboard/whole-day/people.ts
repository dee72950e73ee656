import { aVisitor, open, type Person } from './person.js'

const PASSWORD = 'a password of the whole day'

/** Opens the link that the first start prints, and becomes the owner of the service. */
export async function setUpOwner(link: string, name: string): Promise<Person> {
  const owner = await aVisitor(link, name)
  const { page, email } = owner
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await enterPassword(owner)
  await page.getByRole('button', { name: 'Create owner' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  return owner
}

/** Returns the link, which works once. */
export async function inviteSender(owner: Person, email: string): Promise<string> {
  const { page } = owner
  await open(owner, 'Users')
  await page.getByRole('button', { name: 'Invite a person' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /^Sender/ }).click()
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  const link = await dialog.locator('pre').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link!
}

/** In another browser. */
export async function acceptInvitation(link: string, name: string): Promise<Person> {
  const colleague = await aVisitor(link, name)
  const { page } = colleague
  await page.getByLabel('Name').fill(name)
  await enterPassword(colleague)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  return colleague
}

async function enterPassword({ page }: Person): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
}
