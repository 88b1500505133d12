import { toIso } from '../api/times/instant.js'
import { DAY_MS } from '../api/times/resolution.js'
import { MINUTE_MS } from '../api/times/span.js'

/** Values as text. Millions of them are rendered for one table, so frequent ones are looked up. */

const PRICE_TICKS = 10_000
/** Prices by ten thousandths. */
const priceTexts: string[] = Array.from({ length: PRICE_TICKS + 1 }, (_, ticks) =>
  withPoint(String(ticks / PRICE_TICKS)),
)

/**
 * Renders a number as JavaScript does, always with a decimal point or an exponent: readers that infer types must not take one
 * market's column for integers and another's for decimals.
 */
function withPoint(text: string): string {
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** Renders a price of 0 to 1. */
export function renderPrice(price: number): string {
  const ticks = Math.round(price * PRICE_TICKS)
  return ticks / PRICE_TICKS === price ? (priceTexts[ticks] ?? renderNumber(price)) : renderNumber(price)
}

export function renderNumber(value: number): string {
  return withPoint(String(value))
}

const MAX_CENTS = 2 ** 31
const cents: readonly string[] = Array.from({ length: 100 }, (_, at) =>
  at % 10 === 0 ? `.${at / 10}` : at < 10 ? `.0${at}` : `.${at}`,
)

/** Renders a volume. Nearly all volumes have at most two decimals. */
export function renderVolume(volume: number): string {
  const all = Math.round(volume * 100)
  if (all / 100 !== volume || all < 0 || all >= MAX_CENTS) return renderNumber(volume)
  const whole = Math.trunc(volume)
  return `${whole}${cents[all - 100 * whole] ?? ''}`
}

const pad = (value: number): string => String(value).padStart(2, '0')
const minuteTexts: readonly string[] = Array.from(
  { length: DAY_MS / MINUTE_MS },
  (_, minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00.000Z`,
)

/** Creates a function that renders times as ISO 8601 UTC with milliseconds, as {@link toIso} does. */
export function createTimeText(): (time: number) => string {
  let day = Number.NaN
  let dayText = ''
  return (time) => {
    const own = Math.floor(time / DAY_MS)
    const within = time - own * DAY_MS
    const minute = within / MINUTE_MS
    if (!Number.isInteger(minute)) return toIso(time)
    if (own !== day) {
      day = own
      dayText = toIso(own * DAY_MS).slice(0, -minuteLength)
    }
    return dayText + minuteTexts[minute]
  }
}

const minuteLength = '00:00:00.000Z'.length
