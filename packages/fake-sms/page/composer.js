import { plainNumber } from './phone-number.js'
import { service } from './service.js'

/** The form below a conversation: Enter sends, and Shift+Enter begins a new line. */
export function createComposer(form, phone) {
  const { to, body } = form.elements
  const problem = form.querySelector('.problem')
  let conversation = ''
  /** The texts that are not sent yet, in the order in which they were entered. */
  const waiting = []

  to.setAttribute('aria-label', `Number that ${phone} writes to`)
  body.setAttribute('aria-label', `Write a text on ${phone}`)
  form.querySelector('.send').setAttribute('aria-label', `Send from ${phone}`)

  for (const field of [to, body]) {
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      form.requestSubmit()
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    problem.textContent = ''
    const number = plainNumber(to.value)
    if (number === '') return refuse(to, 'Choose the number that this phone writes to')
    if (body.value.trim() === '') return body.focus()
    waiting.push({ from: phone, to: number, body: body.value })
    body.value = ''
    body.focus()
    if (waiting.length === 1) void sendWaiting()
  })

  async function sendWaiting() {
    while (waiting.length > 0) {
      try {
        await service.write(waiting[0])
        waiting.shift()
      } catch (error) {
        restore(waiting.splice(0).map((text) => text.body))
        problem.textContent = error.message
      }
    }
  }

  /** Puts unsent texts back into the field, in front of any text entered meanwhile, without moving the cursor. */
  function restore(bodies) {
    const isEmpty = body.value === ''
    body.setRangeText(bodies.join('\n') + (isEmpty ? '' : '\n'), 0, 0, isEmpty ? 'end' : 'preserve')
  }

  function refuse(field, message) {
    problem.textContent = message
    field.focus()
  }

  return {
    get isWriting() {
      return body.value !== '' || waiting.length > 0 || problem.textContent !== ''
    },
    /** Also makes the number the recipient, unless the user has entered another number or `to` has the focus. */
    set conversation(number) {
      // A phone that was added before its texts were loaded has the focus here, because its recipient was not known.
      const isAwaited = conversation === '' && number !== '' && to.value === ''
      if (isAwaited && document.activeElement === to) body.focus()
      const isFollowing = to.value === conversation || to.value === ''
      if (isFollowing && document.activeElement !== to) to.value = number
      conversation = number
    },
    focus: () => (to.value === '' ? to : body).focus(),
  }
}
