import { service } from './service.js'

/** Shows a text as the JSON from the service. On closing, the focus returns to the button that opened the dialog. */
export function createJsonDialog() {
  const dialog = document.querySelector('#json')
  let phone = null
  closeByBackdrop(dialog)
  return {
    /** The phone whose text is shown; null if the dialog is closed. */
    get phone() {
      return dialog.open ? phone : null
    },
    show(text, from) {
      phone = text.phone
      // A closed dialog returns the focus to the last focused element, so focus the button before opening.
      from.focus({ preventScroll: true })
      dialog.querySelector('pre').textContent = JSON.stringify(text, null, 2)
      dialog.showModal()
    },
  }
}

/** Asks for confirmation before all texts are deleted. */
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

/** A click on the backdrop closes the dialog. The target of such a click is the dialog element itself. */
function closeByBackdrop(dialog) {
  dialog.addEventListener('click', (event) => {
    if (event.target !== dialog) return
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
    if (!isInside) dialog.close()
  })
}
