/*
 * Computes the proof of work that the form asks for, and sends the form: a number with which the SHA-256 hash of
 * "challenge:number" begins with enough zero bits. It does not use crypto.subtle, which browsers offer only over HTTPS.
 */
const form = document.querySelector('form[data-challenge]')
const bits = Number(form.dataset.bits)
const SLICE = 4_000

const K = constants()

function constants() {
  const found = []
  for (let candidate = 2; found.length < 64; candidate++) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false
    if (isPrime) found.push((Math.cbrt(candidate) % 1) * 2 ** 32)
  }
  return Uint32Array.from(found)
}

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const words = new Uint32Array(64)

/** The first 32 bits of the SHA-256 hash of an ASCII text of at most 55 characters, which fits into one block. */
function firstBitsOfHash(text) {
  words.fill(0)
  for (let i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3))
  words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3))
  words[15] = text.length * 8
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]]
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16] + s0 + words[i - 7] + s1
  }
  let [a, b, c, d, e, f, g, h] = START
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (START[0] + a) >>> 0
}

function turn(word, by) {
  return (word >>> by) | (word << (32 - by))
}

let nonce = 0

/** Works in short slices, so that the page stays responsive. */
function work() {
  for (const end = nonce + SLICE; nonce < end; nonce++) {
    if (Math.clz32(firstBitsOfHash(`${form.dataset.challenge}:${nonce}`)) < bits) continue
    form.elements.proof.value = String(nonce)
    form.requestSubmit()
    return
  }
  setTimeout(work)
}

work()
