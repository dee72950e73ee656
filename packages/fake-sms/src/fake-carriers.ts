import type { Carrier, CarrierDirectory, PhoneNumber, Timer } from '@carillon/core'

export type FakeCarriersOptions = {
  /** The latency of a response; 0 by default. */
  readonly latencyMs?: number
  /** Numbers whose carrier is unknown. */
  readonly unknown?: readonly PhoneNumber[]
}

/** The number of look-ups, and of the phone numbers in them. */
export type Asked = { readonly times: number; readonly phones: number }

/** A directory that invents carriers, without using a network. The same number always gets the same carrier. */
export class FakeCarriers implements CarrierDirectory {
  private readonly unknown: ReadonlySet<PhoneNumber>
  private isOut = false
  private total: Asked = { times: 0, phones: 0 }

  constructor(private readonly given: FakeCarriersOptions & { readonly timer: Timer }) {
    this.unknown = new Set(given.unknown)
  }

  get asked(): Asked {
    return this.total
  }

  /** Makes every look-up find no carrier until `comeBack`. */
  goOut(): void {
    this.isOut = true
  }

  comeBack(): void {
    this.isOut = false
  }

  async lookUp(
    phones: readonly PhoneNumber[],
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<readonly (Carrier | null)[]> {
    const { timer, latencyMs = 0 } = this.given
    this.total = { times: this.total.times + 1, phones: this.total.phones + phones.length }
    if (latencyMs > 0) await timer.wait(Math.min(latencyMs, deadlineMs))
    const isSilent = this.isOut || latencyMs >= deadlineMs
    return phones.map((phone) => (isSilent || this.unknown.has(phone) ? null : carrierOf(phone)))
  }
}

const CARRIERS: readonly Carrier[] = [
  { name: 'Northern Mobile', lineType: 'mobile' },
  { name: 'Blue Wireless', lineType: 'mobile' },
  { name: 'Talkover', lineType: 'voip' },
  { name: 'Old Town Telephone', lineType: 'landline' },
]

const LAST_DIGITS = 4

function carrierOf(phone: PhoneNumber): Carrier {
  return CARRIERS[Number(phone.slice(-LAST_DIGITS)) % CARRIERS.length]!
}
