/** The actions on opt-in forms, with their relative frequencies. */
export const FORM_ACTORS = [
  { name: 'opts in by a form', weight: 6, act: optIn },
  { name: 'asks for many codes', weight: 1, act: requestManyCodes },
]

/** Requests a code, and enters the code that arrived. At random, mistypes it, waits too long, or enters it twice. */
async function optIn(world) {
  const { dice } = world
  const requested = await requestCode(world)
  if (requested === null) return
  await world.pass(dice.between(0, 60_000))
  if (dice.hits(0.3)) await world.anyProcess().call('resendCode', requested)
  await world.pass(dice.hits(0.1) ? 600_000 : dice.between(1_000, 90_000))
  const code = dice.hits(0.2) ? '000000' : (world.codes.oneTimeOf(requested).at(-1) ?? '000001')
  const enter = async () => {
    const { kind, value } = await world.anyProcess().call('enterCode', { ...requested, code })
    const isAccepted = kind === 'answer' && value.kind === 'confirmed'
    const isTexted = world.codes.oneTimeOf(requested).includes(code)
    if (isAccepted && !isTexted) world.breaks('an accepted code was sent to the phone', `${code} was made up`)
  }
  await Promise.all(dice.hits(0.2) ? [enter(), enter()] : [enter()])
}

async function requestManyCodes(world) {
  const { phone } = world.pickAccountAndPhone()
  for (let left = world.dice.between(2, 7); left > 0; left--) await requestCode(world, phone)
}

/** Requests a code; returns null if there was no response, or a refusal. */
async function requestCode(world, phone = world.pickAccountAndPhone().phone) {
  const { dice } = world
  const account = dice.pick(world.accounts)
  const group = dice.pick(world.groupsOf(account))
  const form = await world.anyProcess().call('readOptInForm', { group })
  if (form.kind !== 'answer') return null
  const address = `198.51.100.${dice.between(1, 3)}`
  const given = { group, version: form.value.version, phone, address, agent: null, isBot: dice.hits(0.05) }
  const { kind, value } = await world.anyProcess().call('requestCode', given)
  return kind === 'answer' ? { group, entry: value, account: account.id, phone } : null
}
