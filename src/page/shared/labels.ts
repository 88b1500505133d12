/** Numbers and times for display. Unknown values are a dash, never a zero. */

export const UNKNOWN_TEXT = '–'

/** Formats a price 0..1 as a probability in hundredths, because `64.5¢` would imply a currency. */
export function priceText(price: number | undefined): string {
  if (price === undefined) return UNKNOWN_TEXT
  const percent = price * 100
  const digits = Math.abs(percent * 10 - Math.round(percent * 10)) > 1e-6 ? 2 : 1
  return `${percent.toFixed(digits)}%`
}

/** Formats a number as an integer below a thousand, otherwise with k, M or B. */
export function countText(count: number | undefined): string {
  if (count === undefined) return UNKNOWN_TEXT
  const size = Math.abs(count)
  for (const [least, unit] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const)
    if (size >= least) {
      const scaled = count / (unit === 'k' ? 1e3 : least)
      return `${scaled.toFixed(Math.abs(scaled) < 100 ? 1 : 0)}${unit}`
    }
  return count.toLocaleString('en', { maximumFractionDigits: size < 100 ? 2 : 0 })
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)} MB`
}

/** Formats a time span in its largest unit, such as `5 min`. @param ms at least 0 */
export function spanText(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 60) return `${Math.floor(seconds)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

export function agoText(at: number, now: number): string {
  return now - at < 1_500 ? 'now' : `${spanText(now - at)} ago`
}

/** Formats a time in UTC, such as that of a candle: `2026-11-25 08:09`. */
export function minuteText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

export function timeText(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}

const DAY_MS = 86_400_000

/** Formats the time of a tick in UTC, or the date if it differs from the previous tick's. */
export function tickText(at: number, before: number | undefined): string {
  const text = new Date(at).toISOString()
  const isNewDay = before !== undefined && Math.floor(at / DAY_MS) !== Math.floor(before / DAY_MS)
  return isNewDay || at % DAY_MS === 0 ? text.slice(5, 10) : text.slice(11, 16)
}

/** Formats a duration in ms. */
export function tookText(ms: number): string {
  if (ms < 1) return '<1 ms'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Shortens a long id to its beginning and end. */
export function shortId(id: string, most = 24): string {
  return id.length <= most ? id : `${id.slice(0, most - 9)}…${id.slice(-8)}`
}

/** Returns an address that may become a link. Venues supply them, so only `https` is allowed. */
export function safeLink(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  try {
    return new URL(url).protocol === 'https:' ? url : undefined
  } catch {
    return undefined
  }
}
