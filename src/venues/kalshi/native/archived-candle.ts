type Members = Readonly<Record<string, unknown>>

const priceNames = ['open', 'high', 'low', 'close', 'previous'] as const

/**
 * Renames the members of a candlestick to those of the live tier. The archive has the same values under bare names, as decimal
 * text (../README.md; recorded 2026-08). A number under a bare name was a count of cents before March 2026 and is not renamed.
 * The candlestick then lacks a member that the schema requires.
 */
export function toLiveNames(raw: unknown): unknown {
  if (!isMembers(raw)) return raw
  const candlestick = { ...raw }
  adopt(candlestick, 'volume_fp', raw['volume'])
  const { price } = raw
  if (!isMembers(price)) return candlestick
  const prices = { ...price }
  for (const name of priceNames) adopt(prices, `${name}_dollars`, price[name])
  return { ...candlestick, price: prices }
}

function adopt(members: Record<string, unknown>, current: string, bare: unknown): void {
  const known = members[current]
  if ((known === undefined || known === null) && typeof bare === 'string') members[current] = bare
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
