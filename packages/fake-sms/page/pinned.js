import { readNumber } from './phone-number.js'

/** The phones that were added by hand. The URL of the page stores them, for reloads and links. */
export const pinned = {
  get numbers() {
    const words = decoded(location.hash.slice(1)).split(',')
    return [...new Set(words.filter((word) => readNumber(word) === word))]
  },

  add(number) {
    write([number, ...this.numbers.filter((other) => other !== number)])
  },

  remove(number) {
    write(this.numbers.filter((other) => other !== number))
  },
}

function write(numbers) {
  const address = new URL(location.href)
  address.hash = numbers.join(',')
  history.replaceState(null, '', address)
}

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
