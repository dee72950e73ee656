import { parsePhoneNumber } from '@carillon/core'

/**
 * What is run of the core in a realm with nothing but the language. An exercise fails by throwing, and may be async.
 * Add one whenever the core learns to do something new.
 */
export const exercises = {
  'a phone number is parsed by the tables alone'() {
    assert(parsePhoneNumber('+12025550123') === '+12025550123')
  },
  'a phone number that the library has to look at is parsed'() {
    assert(parsePhoneNumber('+390236618300') === '+390236618300')
  },
  'what is no phone number is refused in words of the domain'() {
    const refusal = thrownBy(() => parsePhoneNumber('+112025550100'))
    assert(refusal.code === 'invalid-phone-number')
  },
}

function assert(holds) {
  if (!holds) throw new Error('The exercise found something else than it expected')
}

function thrownBy(run) {
  try {
    run()
  } catch (error) {
    return error
  }
}
