import { Conversations, TEXTS_MAX } from './conversations.js'
import { createJsonDialog, confirmClear } from './dialogs.js'
import { createPhoneView } from './phone-view.js'
import { readNumber } from './phone-number.js'
import { pinned } from './pinned.js'
import { service } from './service.js'
import { listen } from './stream.js'

const PHONES_SHOWN_MAX = 12

const place = document.querySelector('#phones')
const conversations = new Conversations()
const jsonDialog = createJsonDialog()
const views = new Map()
/** Phones that are shown but not drawn yet, or whose texts have all been replaced or deleted. */
const undrawn = new Set()
/** Phones that are shown and whose latest texts must be requested. */
const lacking = new Set()
let hasBegun = false
let isDrawing = false

listen({
  onTexts({ results: texts, isWhole }) {
    hasBegun = true
    conversations.begin({ texts, isWhole })
    for (const phone of views.keys()) undrawn.add(phone)
    if (!isWhole) for (const phone of views.keys()) lacking.add(phone)
    draw()
  },
  onText(text) {
    conversations.hear(text)
    draw()
  },
  onCleared() {
    conversations.clear()
    for (const phone of views.keys()) undrawn.add(phone)
    draw()
  },
  onConnection(state) {
    const sign = document.querySelector('#connection')
    sign.dataset.state = state
    sign.textContent = state === 'live' ? 'Live' : 'Reconnecting…'
  },
})
confirmClear()
wireAdding()
window.addEventListener('hashchange', draw)
draw()

/** Draws the page at most once a frame, even if many texts arrive at once. */
function draw() {
  if (isDrawing) return
  isDrawing = true
  requestAnimationFrame(() => {
    isDrawing = false
    showPhones()
    showTexts()
    showAround()
    void askForTexts()
  })
}

/**
 * A phone that is already shown keeps its position. A new phone is inserted before the phones that are not pinned, or,
 * if it is pinned, among the pinned phones in the order of the URL, the most recently pinned first.
 */
function showPhones() {
  const shown = phonesToShow()
  for (const [phone, { element }] of views) {
    if (shown.has(phone)) continue
    element.remove()
    views.delete(phone)
  }
  const pins = pinned.numbers
  const firstOther = [...place.children].find(({ dataset }) => !pins.includes(dataset.phone)) ?? null
  for (const phone of shown) {
    if (views.has(phone)) continue
    const nextPin = pins.includes(phone) && pins.slice(pins.indexOf(phone) + 1).find((pin) => views.has(pin))
    place.insertBefore(add(phone).element, nextPin ? views.get(nextPin).element : firstOther)
  }
  for (const [phone, view] of views) view.showPinned(pins.includes(phone))
}

/** The phones in use, the pinned phones, and then the phones with the latest texts, up to the limit. */
function phonesToShow() {
  const wanted = new Set([...phonesInUse(), ...pinned.numbers, ...conversations.phones()])
  return new Set([...wanted].slice(0, PHONES_SHOWN_MAX))
}

function phonesInUse() {
  return [...views].filter(([phone, view]) => view.isInUse || jsonDialog.phone === phone).map(([phone]) => phone)
}

function add(phone) {
  const view = createPhoneView(phone, { showJson: jsonDialog.show, unpin, onReceipt: askAgain })
  views.set(phone, view)
  undrawn.add(phone)
  if (!conversations.isWhole) lacking.add(phone)
  return view
}

/** Screen readers announce the text that made a phone appear, but not earlier texts that are requested afterwards. */
function showTexts() {
  const changed = conversations.takeChanged()
  for (const [phone, view] of views) {
    if (!changed.has(phone) && !undrawn.has(phone)) continue
    view.update(conversations.textsOf(phone), changed.get(phone) ?? { isOld: true })
  }
  undrawn.clear()
}

function showAround() {
  document.querySelector('#nothing').hidden = views.size > 0 || !hasBegun
  const others = document.querySelector('#others')
  others.hidden = conversations.phones().every((phone) => views.has(phone))
  others.textContent = `More than ${PHONES_SHOWN_MAX} phones have texts, and only ${PHONES_SHOWN_MAX} are shown. Add a phone by its number.`
  const numbers = [...conversations.senders()].sort()
  const options = document.querySelector('#numbers')
  if (numbers.join() === [...options.children].map(({ value }) => value).join()) return
  options.replaceChildren(...numbers.map((value) => Object.assign(document.createElement('option'), { value })))
}

let isAsking = false

/** Requests the texts of a phone again: the stream reports no receipt for a text that is no longer among the newest. */
function askAgain(phone) {
  lacking.add(phone)
  void askForTexts()
}

/** Requests the texts of one phone at a time, even if many phones appear at once. */
async function askForTexts() {
  if (isAsking) return
  isAsking = true
  try {
    for (const phone of lacking) {
      lacking.delete(phone)
      if (!views.has(phone)) continue
      const question = conversations.ask()
      // On failure only the known texts are shown. The next start of the stream requests all texts again.
      const texts = await service.textsOf(phone, { limit: TEXTS_MAX }).catch(() => [])
      conversations.answer(question, texts)
      draw()
    }
  } finally {
    isAsking = false
  }
}

function wireAdding() {
  const field = document.querySelector('#add-number')
  const problem = document.querySelector('#add-problem')
  document.querySelector('#add').addEventListener('submit', (event) => {
    event.preventDefault()
    const number = readNumber(field.value)
    problem.textContent = problemOf(number)
    if (problem.textContent !== '') return field.focus()
    field.value = ''
    pinned.add(number)
    showPhones()
    views.get(number).element.scrollIntoView({ block: 'nearest' })
    views.get(number).focus()
    draw()
  })
}

function problemOf(number) {
  if (number === null) return 'Enter a number in international format, such as +12025550123.'
  const isFull = pinned.numbers.length >= PHONES_SHOWN_MAX && !pinned.numbers.includes(number)
  if (isFull) return `At most ${PHONES_SHOWN_MAX} phones can be pinned. Unpin one first.`
  const isBusy = phonesInUse().length >= PHONES_SHOWN_MAX && !views.has(number)
  return isBusy ? `All ${PHONES_SHOWN_MAX} phones have an unsent text. Send one first.` : ''
}

function unpin(phone) {
  pinned.remove(phone)
  document.querySelector('#add-number').focus()
  draw()
}
