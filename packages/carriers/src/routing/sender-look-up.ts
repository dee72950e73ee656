/**
 * The carriers of senders, by number; null: the routes decide. A sender whose look-up failed or took longer than `maxMs`
 * is missing.
 */
export async function lookUpSenders(
  senders: readonly string[],
  carrierOfSender: (number: string) => Promise<string | null>,
  maxMs: number,
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxMs)))
  const lookUps = senders.map(async (from) => {
    const carrier = await carrierOfSender(from)
    found.set(from, carrier)
  })
  await Promise.race([Promise.allSettled(lookUps), late]).finally(() => clearTimeout(timer))
  // A look-up that is late must not change the result.
  return new Map(found)
}
