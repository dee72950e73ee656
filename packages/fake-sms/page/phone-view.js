import { createComposer } from './composer.js'
import { createTextView } from './text-view.js'

/** A conversation that is scrolled to within this distance of its end follows new texts. */
const NEAR_END_PX = 48

/** One phone: its number, its conversation, and its composer. */
export function createPhoneView(phone, { showJson, unpin, onReceipt }) {
  const element = document.querySelector('#phone-template').content.firstElementChild.cloneNode(true)
  const part = (name) => element.querySelector(name)
  const log = part('.log')
  const views = new Map()
  const composer = createComposer(part('form'), phone)

  element.dataset.phone = phone
  element.setAttribute('aria-label', `Phone ${phone}`)
  part('h2').textContent = phone
  log.setAttribute('aria-label', `Texts on ${phone}`)
  part('.unpin').setAttribute('aria-label', `Unpin ${phone}`)
  part('.unpin').addEventListener('click', () => unpin(phone))

  return {
    element,
    /** Whether the user is writing on the phone or has the focus in it; such a phone must not be removed. */
    get isInUse() {
      return element.contains(document.activeElement) || composer.isWriting
    },
    focus: () => composer.focus(),
    showPinned: (isPinned) => {
      part('.unpin').hidden = !isPinned
    },
    /** If `isOld`, screen readers do not announce these texts. */
    update(texts, { isOld }) {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX
      if (isOld) beBusy(log)
      part('.hint').hidden = texts.length > 0
      composer.conversation = texts.at(-1)?.sender ?? ''
      showTexts(part('ol'), views, texts, () => createTextView({ showJson, isOld, onReceipt: () => onReceipt(phone) }))
      if (isAtEnd) log.scrollTop = log.scrollHeight
    },
  }
}

/** Screen readers do not announce changes while a region is busy. */
function beBusy(region) {
  region.setAttribute('aria-busy', 'true')
  requestAnimationFrame(() => region.removeAttribute('aria-busy'))
}

/** Updates only what has changed: a text that remains keeps its element, and therefore the focus. */
function showTexts(list, views, texts, create) {
  const staying = new Set(texts.map(({ id }) => id))
  for (const [id, { element }] of views) {
    if (staying.has(id)) continue
    element.remove()
    views.delete(id)
  }
  texts.forEach((text, i) => {
    const view = views.get(text.id) ?? create()
    views.set(text.id, view)
    view.update(text, texts[i - 1])
    if (list.children[i] !== view.element) list.insertBefore(view.element, list.children[i] ?? null)
  })
}
