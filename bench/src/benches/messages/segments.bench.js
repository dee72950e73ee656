import { measureText } from '@carillon/core'
import { split } from 'split-sms'
import calculator from 'sms-segments-calculator'
import { randomNumbers } from '../../shared/random-numbers.js'

const { SegmentedMessage } = calculator
const TEXTS = 1_000
const CHECKED = 100_000
/** The calculator needs milliseconds for each text. */
const CHECKED_WITH_CALCULATOR = 5_000
const LENGTH_MAX = 640
const CODE_UNITS = 2 ** 16
/** One pass of our implementation is too short to time. */
const PASSES = 50

const ASCII = characters('etaoin shrdlu ETAOIN SHRDLU 0123456789 .,:;!?-@$')
const GSM_7 = characters('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà')
const EXTENSION = characters('\f^{}\\[~]|€')
const OTHERS = characters('`\tçÂêłŞ’“”—…•鐘の종ضДאก')
const EMOJI = ['🔔', '👍🏽', '👩‍👩‍👧', '🇫🇷', 'e\u0301']
const HALVES = ['\ud83d', '\udd14']

/** Kinds of text. Each text has a random kind, and picks its characters at random from the lists of that kind. */
const KINDS = [
  [ASCII],
  [ASCII],
  [ASCII, GSM_7],
  [ASCII, GSM_7, EXTENSION],
  [EXTENSION],
  [ASCII, OTHERS],
  [OTHERS, EMOJI],
]

export const bench = {
  title: `count the segments of ${TEXTS.toLocaleString('en')} mixed texts of up to ${LENGTH_MAX} characters`,
  unit: 'texts/s',
  rounds: 7,
  setup: ({ seed }) => randomTexts(seed, KINDS, TEXTS),
  ours: (texts) => countAll(texts, (text) => measureText(text).wireParts, PASSES),
  peers: {
    'split-sms': (texts) => countAll(texts, splitCount),
    'sms-segments-calculator': (texts) => countAll(texts, (text) => new SegmentedMessage(text).segmentsCount),
  },
  limit: { name: 'one pass of charCodeAt', contestant: (texts) => countAll(texts, sumOfUnits, PASSES) },
  goals: [
    {
      text: 'at least 30 times as fast as split-sms',
      ratio: ({ ours, peers }) => ours / peers['split-sms'],
      atLeast: 30,
    },
    { text: 'at least 0.3 of one pass of charCodeAt', ratio: ({ ours, limit }) => ours / limit, atLeast: 0.3 },
  ],
  check: (_, { seed, progress }) => checkAgainstPeers(seed, progress),
}

const splitCount = (text) => split(text, { summary: true }).parts.length

function sumOfUnits(text) {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i)
  return sum
}

function countAll(texts, count, passes = 1) {
  let parts = 0
  for (let pass = 0; pass < passes; pass++) for (const text of texts) parts += count(text)
  if (parts < texts.length) throw new Error(`${parts} parts of ${texts.length} texts`)
  return texts.length * passes
}

function characters(text) {
  return [...text]
}

/** Flattened strings, like the texts of requests. Some are empty; many have at most one segment. */
function randomTexts(seed, kinds, count) {
  const random = randomNumbers(seed)
  const oneOf = (values) => values[Math.floor(random() * values.length)]
  const textOf = (kind, length) => {
    let text = ''
    while (text.length < length) text += oneOf(oneOf(kind))
    return text
  }
  const lengthMax = () => oneOf([LENGTH_MAX, LENGTH_MAX, 170, 75])
  return JSON.parse(
    JSON.stringify(Array.from({ length: count }, () => textOf(oneOf(kinds), Math.floor(random() * lengthMax())))),
  )
}

function everyUnit() {
  return Array.from({ length: CODE_UNITS }, (_, unit) => String.fromCharCode(unit))
}

/** 81 copies of a unit are one segment if a unit is one septet, and two segments if it is two septets. */
function agreesOnUnit(unit) {
  return agreesWithSplitSms(unit) && agreesWithSplitSms(unit.repeat(81))
}

/**
 * The encoding and the number of wire parts must be the same as in split-sms, and the segments must follow from the
 * bytes that split-sms counts. Other differences come from different definitions, and are only counted.
 */
function checkAgainstPeers(seed, progress) {
  const wrong = everyUnit().filter((unit) => !agreesOnUnit(unit))
  const otherUnits = wrong.length
  let [fewerSegments, otherCalculated, checked] = [0, 0, 0]
  for (const text of randomTexts(seed + 1, KINDS, CHECKED)) {
    const { segments, wireParts } = measureText(text)
    const parts = splitCount(text)
    if (!agreesWithSplitSms(text) || segments > parts) wrong.push(text)
    if (segments < parts) fewerSegments++
    if (checked < CHECKED_WITH_CALCULATOR && new SegmentedMessage(text).segmentsCount !== wireParts) otherCalculated++
    progress(++checked, CHECKED)
  }
  const halved = randomTexts(seed + 2, [[OTHERS, EMOJI, HALVES]], 10_000)
  const otherHalves = halved.filter((text) => !agreesWithSplitSms(text)).length
  const summary =
    `${otherUnits} of ${grouped(CODE_UNITS)} code units differ from split-sms's; ` +
    `${wrong.length - otherUnits} disagreements with it on encoding, units and wire parts in ${grouped(checked)} random texts, seed ${seed}. ` +
    `By definition: ${grouped(fewerSegments)} have fewer segments of the contract than split-sms has parts; ` +
    `sms-segments-calculator, which keeps each visible character in one part, has other parts in ${grouped(otherCalculated)} of ${grouped(CHECKED_WITH_CALCULATOR)}; ` +
    `split-sms differs on ${grouped(otherHalves)} of ${grouped(halved.length)} texts with halves of surrogate pairs`
  if (wrong.length > 0)
    throw new Error(
      `${summary}: ${wrong
        .slice(0, 5)
        .map((text) => JSON.stringify(text))
        .join(' ')}`,
    )
  return summary
}

function agreesWithSplitSms(text) {
  const { characterSet, parts, bytes } = split(text)
  const { encoding, segments, wireParts } = measureText(text)
  const unitsOfASegment = characterSet === 'GSM' ? 160 : 140
  return (
    encoding === (characterSet === 'GSM' ? 'GSM-7' : 'UCS-2') &&
    segments === Math.max(1, Math.ceil(bytes / unitsOfASegment)) &&
    wireParts === parts.length
  )
}

const grouped = (number) => number.toLocaleString('en')
