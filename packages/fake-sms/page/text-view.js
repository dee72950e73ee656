import { dayOf, momentOf, timeOf } from './moments.js'
import { service } from './service.js'

/**
 * One text on a phone. The content may be hostile, so it is only set as plain text, and no URL in it is loaded unless
 * the user follows the link.
 */
export function createTextView({ showJson, isOld, onReceipt }) {
  const element = document.querySelector('#text-template').content.firstElementChild.cloneNode(true)
  const part = (name) => element.querySelector(name)
  let text = null
  element.classList.toggle('fresh', !isOld)

  const jsonButton = part('.show-json')
  jsonButton.addEventListener('click', () => showJson(text, jsonButton))
  part('.bubble').addEventListener('click', (event) => {
    if (event.target.closest('a') === null && getSelection().isCollapsed) showJson(text, jsonButton)
  })
  part('.receipts').addEventListener('click', ({ target }) => {
    if (target.matches('button')) void sendReceipt(target.value)
  })

  async function sendReceipt(status) {
    const buttons = [...element.querySelectorAll('.receipts button')]
    const hadFocus = part('.receipts').contains(document.activeElement)
    part('.problem').textContent = ''
    for (const button of buttons) button.disabled = true
    try {
      await service.sendReceipt({ id: text.id, status })
      onReceipt()
    } catch (error) {
      part('.problem').textContent = error.message
    }
    for (const button of buttons) button.disabled = false
    // The buttons are hidden or disabled now, so move the keyboard focus to a control next to them.
    if (hadFocus) (part('.problem').textContent === '' ? jsonButton : buttons[0]).focus()
  }

  return {
    element,
    /** `previous` is the text above this one, or undefined. */
    update(next, previous) {
      showDivider(part('.divider'), next, previous)
      if (next === text) return
      text = next
      const isReceived = text.direction === 'received'
      element.dataset.id = text.id
      element.dataset.direction = text.direction
      element.dataset.state = text.state
      part('.unseen').textContent = isReceived
        ? `${text.phone} ${text.state === 'refused' ? 'would have got' : 'got'} from ${text.sender}:`
        : `${text.phone} wrote to ${text.sender}:`
      part('.body').textContent = text.body
      part('.body').hidden = text.body === ''
      showMedia(part('.media'), text.mediaUrl)
      showTime(part('time'), text.at)
      part('.state').textContent = STATES[text.state] ?? text.state
      part('.receipts').hidden = text.state !== 'arrived'
      for (const button of element.querySelectorAll('.receipts button')) {
        button.setAttribute('aria-label', `${button.textContent}: send this receipt`)
      }
      jsonButton.setAttribute('aria-label', `The text of ${timeOf(text.at)} as JSON`)
      part('.reason').textContent = text.failure ? `${text.failure.message} (${text.failure.type})` : ''
      part('.reason').hidden = !text.failure
    },
  }
}

const STATES = { refused: 'Refused', arrived: 'Arrived', delivered: 'Delivered', failed: 'Failed', written: 'Sent' }

/** Shows the day and the other number when either changes. */
function showDivider(divider, text, previous) {
  const isNew = previous === undefined || previous.sender !== text.sender || dayOf(previous.at) !== dayOf(text.at)
  divider.hidden = !isNew
  divider.textContent = isNew ? `${text.sender} · ${dayOf(text.at)}` : ''
}

function showTime(time, instant) {
  time.dateTime = instant
  time.title = momentOf(instant)
  time.textContent = timeOf(instant)
}

function showMedia(place, mediaUrl) {
  place.hidden = !mediaUrl
  if (!mediaUrl) return place.replaceChildren()
  if (!isWebAddress(mediaUrl)) return place.replaceChildren(mediaUrl)
  const link = document.createElement('a')
  link.href = mediaUrl
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.textContent = mediaUrl
  place.replaceChildren(link)
}

function isWebAddress(address) {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
}
