const DAY_MS = 86_400_000

/** Code of the app: reminds customers once of each appointment in the next 24 hours, however often it runs. */
export async function remindOfTomorrow({ carillon, account, from, clock, appointments }) {
  const now = clock.now().getTime()
  const dueNow = appointments.filter(({ at }) => at.getTime() > now && at.getTime() - now <= DAY_MS)
  for (const { id, phone, at } of dueNow) {
    const body = `Hi {{contact_first_name}}, see you at ${at.toISOString().slice(11, 16)} UTC.`
    await carillon.sendMessage.execute({
      account,
      from,
      to: phone,
      body,
      mediaUrl: null,
      idempotencyKey: `reminder-${id}`,
    })
  }
  return dueNow.length
}
