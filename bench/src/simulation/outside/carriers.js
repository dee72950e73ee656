import { CarrierRouter } from '@carillon/carriers'
import { SimulatedProvider } from './provider.js'

const KINDS_OF_PROVIDER = [
  { deduplicates: true, canBeAsked: false },
  { deduplicates: false, canBeAsked: true },
  { deduplicates: true, canBeAsked: true },
  { deduplicates: false, canBeAsked: false },
]
const SEVERAL_SHARE = 0.3
const NAMES = ['north', 'south', 'west']

/**
 * The provider of a world: one carrier, or several behind the router of the service, which each process has for itself.
 * What phones got is counted for all carriers together.
 */
export class SimulatedCarriers {
  delivered = new Map()

  constructor(world) {
    const { dice } = world
    const count = dice.hits(SEVERAL_SHARE) ? dice.between(2, NAMES.length) : 1
    const { delivered } = this
    this.carriers = NAMES.slice(0, count).map((name, i) => {
      const isSpared = i > 0 && i === count - 1
      return new SimulatedProvider(world, { name, delivered, isSpared, ...dice.pick(KINDS_OF_PROVIDER) })
    })
    this.routes = routesOf(NAMES.slice(0, count), dice)
    const { deduplicates, canBeAsked } = this.connect({ clock: world.adapters.clock, through: (call) => call() })
    Object.assign(this, { deduplicates, canBeAsked })
  }

  /** The provider of one process. `through` makes each call to a carrier, with the faults of the process. */
  connect({ clock, through }) {
    /** The messages that are being submitted, once a carrier was tried. */
    const tried = new Set()
    const providers = this.carriers.map((carrier) => ({
      deduplicates: carrier.deduplicates,
      canBeAsked: carrier.canBeAsked,
      submit: (messages, options) => {
        const next = new Set(messages.map(({ reference }) => reference).filter((one) => tried.has(one)))
        for (const { reference } of messages) tried.add(reference)
        return through(() => carrier.submit(messages, { ...options, next }))
      },
      find: (references, options) => through(() => carrier.find(references, options)),
    }))
    const provider = providers.length === 1 ? providers[0] : this.#routerOf(providers, clock)
    return {
      deduplicates: provider.deduplicates,
      canBeAsked: provider.canBeAsked,
      submit: (messages, options) => {
        for (const { reference } of messages) tried.delete(reference)
        return provider.submit(messages, options)
      },
      find: (references, options) => provider.find(references, options),
    }
  }

  #routerOf(providers, clock) {
    return new CarrierRouter({
      carriers: providers.map((provider, i) => ({ name: NAMES[i], provider, partsPerSecond: null })),
      routes: this.routes,
      carrierOfSender: async () => null,
      clock,
    })
  }
}

/** Phones of one country may have a route of their own, perhaps of only one carrier. */
function routesOf(names, dice) {
  const viaOf = () => [dice.pick(names), ...names].filter((name, i, all) => all.indexOf(name) === i)
  const own = { toPrefix: '+44', via: viaOf().slice(0, dice.between(1, names.length)) }
  return [...(dice.hits(0.5) ? [own] : []), { toPrefix: null, via: viaOf() }]
}
