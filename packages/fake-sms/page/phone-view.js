import { createComposer } from './composer.js'
import { createTextView } from './text-view.js'

/** How near to its end a conversation has to be for it to follow what comes. */
const NEAR_END_PX = 48

/** One phone: its number, its conversation, and what is written on it. */
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
    /** Somebody is writing on it or reading it with the keyboard: it must not go. */
    get isInUse() {
      return element.contains(document.activeElement) || composer.isWriting
    },
    focus: () => composer.focus(),
    showPinned: (isPinned) => {
      part('.unpin').hidden = !isPinned
    },
    /** `isOld`: nobody is told of what comes with it. */
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

/** What comes while a region is busy is not read out. */
function beBusy(region) {
  region.setAttribute('aria-busy', 'true')
  requestAnimationFrame(() => region.removeAttribute('aria-busy'))
}

/** Touches only what has changed: a text that stays keeps its element, and with it the focus. */
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
