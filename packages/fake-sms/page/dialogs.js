import { service } from './service.js'

/** Shows a text as the JSON that the service tells. Escape closes it, and the focus returns to where it was opened. */
export function createJsonDialog() {
  const dialog = document.querySelector('#json')
  let phone = null
  closeByBackdrop(dialog)
  return {
    /** The phone whose text is shown; null when none is. */
    get phone() {
      return dialog.open ? phone : null
    },
    show(text, from) {
      phone = text.phone
      // A dialog gives the focus back to whoever had it, so the button takes it first, however it was opened.
      from.focus({ preventScroll: true })
      dialog.querySelector('pre').textContent = JSON.stringify(text, null, 2)
      dialog.showModal()
    },
  }
}

/** Asks before it empties anything. */
export function confirmClear() {
  const dialog = document.querySelector('#empty-question')
  const problem = dialog.querySelector('.problem')
  const confirm = dialog.querySelector('.danger')
  closeByBackdrop(dialog)
  document.querySelector('#empty').addEventListener('click', () => {
    problem.textContent = ''
    dialog.showModal()
  })
  confirm.addEventListener('click', async () => {
    confirm.disabled = true
    try {
      await service.emptyPhones()
      dialog.close()
    } catch (error) {
      problem.textContent = error.message
    }
    confirm.disabled = false
  })
}

/** A click beside it closes it too: there the dialog itself is hit, and none of its parts. */
function closeByBackdrop(dialog) {
  dialog.addEventListener('click', (event) => {
    if (event.target !== dialog) return
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
    if (!isInside) dialog.close()
  })
}
