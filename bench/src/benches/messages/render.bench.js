import { compileBody, measureText, rendererOf } from '@carillon/core'
import Handlebars from 'handlebars'
import Mustache from 'mustache'
import { split } from 'split-sms'
import { randomNumbers } from '../../shared/random-numbers.js'

/** The number of recipients of a chunk. */
const CONTACTS = 1_000
/** The number of passes over the contacts in a round, so that a round takes a few milliseconds. */
const PASSES = { fast: 250, slow: 10 }

const BODY =
  'Hi {{contact_first_name}}, your {{contact_custom_field_1}} bells in {{contact_zip_code}} ring again this week. ' +
  'Come and listen, or reply STOP to hear no more of them.'
/** @type {import('@carillon/core').CustomField[]} */
const FIELDS = [
  { account: 'acc_1', key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT', options: [], status: 'active' },
]

/**
 * Renders a text for each contact of a broadcast and counts its segments. Every contestant has compiled the body.
 */
export const bench = {
  title: 'render a body of 3 tags and count its segments',
  unit: 'texts/s',
  rounds: 11,
  setup: ({ seed }) => contextOf(asStored(contactsOf(seed))),
  ours: ({ contacts, render }) => countAll(contacts, (contact) => oursCount(render({ contact, urlOf })), PASSES.fast),
  peers: {
    'mustache + split-sms': ({ contacts }) =>
      countAll(contacts, (contact) => splitCount(mustache(contact)), PASSES.slow),
    'handlebars + split-sms': ({ contacts }) =>
      countAll(contacts, (contact) => splitCount(handlebars(contact)), PASSES.slow),
  },
  limit: {
    name: 'counting alone, of finished texts',
    contestant: ({ texts }) => countAll(texts, (text) => measureText(text).segments, PASSES.fast),
  },
  goals: [
    {
      text: 'at least 60 times as fast as mustache + split-sms',
      ratio: ({ ours, peers }) => ours / peers['mustache + split-sms'],
      atLeast: 60,
    },
    { text: 'at least 0.3 of counting alone', ratio: ({ ours, limit }) => ours / limit, atLeast: 0.3 },
  ],
  check: checkAgainstPeers,
}

/** Triple braces turn off the peers' HTML escaping. */
const PEER_BODY = BODY.replaceAll('{{', '{{{')
  .replaceAll('}}', '}}}')
  .replace('contact_first_name', 'firstName')
  .replace('contact_custom_field_1', 'customValues.contact_custom_field_1')
  .replace('contact_zip_code', 'address.postalCode')
/** Mustache caches parsed templates by their text. */
const mustache = (contact) => Mustache.render(PEER_BODY, contact)
const handlebars = Handlebars.compile(PEER_BODY)
const splitCount = (text) => split(text, { summary: true }).parts.length
const urlOf = (link) => `https://${link}`

function oursCount({ text, measure }) {
  text.charCodeAt(0) // flattens the string, as sending it would
  return measure.segments
}

function contextOf(contacts) {
  const compiled = compileBody(BODY, { links: new Set() })
  const render = rendererOf(compiled, { fields: FIELDS, today: '2026-03-01' })
  const texts = asStored(contacts.map((contact) => render({ contact, urlOf }).text))
  return { contacts, texts, render }
}

/** Flattens each string, as if it had been read from a store, so that no contestant pays for its concatenation. */
function asStored(values) {
  return JSON.parse(JSON.stringify(values))
}

/** Names of different lengths; one in twenty cannot be encoded in GSM-7. */
function contactsOf(seed) {
  const random = randomNumbers(seed)
  const oneOf = (values) => values[Math.floor(random() * values.length)]
  return Array.from({ length: CONTACTS }, (_, n) => ({
    firstName: random() < 0.05 ? oneOf(['Zoë', 'Łukasz', '美咲']) : `${oneOf(['Ann', 'Benjamin', 'Jo'])} ${n}`,
    address: { postalCode: String(10_000 + Math.floor(random() * 90_000)) },
    customValues: { contact_custom_field_1: oneOf(['Gold', 'Silver & Bronze', 'first']) },
  }))
}

function countAll(inputs, count, passes) {
  let segments = 0
  for (let pass = 0; pass < passes; pass++) for (const input of inputs) segments += count(input)
  if (segments < inputs.length) throw new Error(`${segments} segments in ${inputs.length} texts`)
  return inputs.length * passes
}

function checkAgainstPeers({ contacts, texts, render }) {
  let [segments, differing] = [0, 0]
  for (const [i, contact] of contacts.entries()) {
    const { text, measure } = render({ contact, urlOf })
    const isRight = text === texts[i] && text === mustache(contact) && text === handlebars(contact)
    if (!isRight || measure.wireParts !== splitCount(text)) differing++
    segments += measure.segments
  }
  const summary = `${differing} of ${contacts.length} texts differ from those of the peers; ${segments} segments`
  if (differing > 0) throw new Error(summary)
  return summary
}
