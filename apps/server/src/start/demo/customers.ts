/** The columns of `CUSTOMERS`. */
export const CUSTOMER_HEADER = ['phoneNumber', 'firstName', 'lastName', 'postalCode', 'country', 'Plan', 'Visits']

const FIRST_NAMES =
  'Dana Eli Fay Gus Hana Ivo June Kai Lena Milo Nora Otis Pia Quinn Rosa Sam Tess Uri Vera Will'.split(' ')
const LAST_NAMES = ['Evans', 'Frost', 'Grant', 'Hayes']
/** Area codes with a postal code there. */
const PLACES = [
  ['212', '10001'],
  ['312', '60601'],
  ['303', '80202'],
  ['310', '90012'],
] as const

/** People with numbers that are reserved for fiction. */
export const CUSTOMERS = LAST_NAMES.flatMap((lastName, family) =>
  FIRST_NAMES.map((firstName, n) => {
    const [areaCode, postalCode] = PLACES[family]!
    const plan = n % 3 === 0 ? 'Pro' : 'Free'
    return [`+1${areaCode}55501${String(n + 10)}`, firstName, lastName, postalCode, 'US', plan, String((n * 7) % 23)]
  }),
)
