/** A list inside a payload whose elements each have a time: candles, trades, points, or rows of a list. */
export interface TimeRows {
  /** Their times, epoch ms, in the order of the list. */
  readonly times: readonly number[]
  readonly rows: readonly unknown[]
  /** Puts other elements in the place of all of them. */
  replace(rows: readonly unknown[]): void
}

const timeNames = /time|timestamp|^t$|^ts$|_ts$|date|created|^at$/i

/**
 * Finds the outermost lists whose elements have a time. It knows no venue: an element is an object with a member
 * that is named like a time and holds one, or a list that begins with a time.
 */
export function findTimeRows(body: unknown): readonly TimeRows[] {
  const found: TimeRows[] = []
  visit(body, found)
  return found
}

function visit(value: unknown, found: TimeRows[]): void {
  if (Array.isArray(value)) {
    const times = value.map(timeOf)
    if (times.length > 0 && times.every((time) => time !== undefined))
      found.push({
        times: times as number[],
        rows: [...value],
        replace: (rows) => void value.splice(0, value.length, ...rows),
      })
    else for (const item of value) visit(item, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) visit(member, found)
  }
}

function timeOf(row: unknown): number | undefined {
  if (Array.isArray(row)) return row.length > 1 ? toTime(row[0]) : undefined
  if (typeof row !== 'object' || row === null) return undefined
  for (const [name, member] of Object.entries(row)) {
    const time = timeNames.test(name) ? toTime(member) : undefined
    if (time !== undefined) return time
  }
  return undefined
}

/** Seconds, milliseconds or ISO 8601 of this century; undefined for anything else. */
function toTime(value: unknown): number | undefined {
  if (typeof value === 'string' && /^20\d\d-\d\d-\d\dT/.test(value)) return Date.parse(value)
  const number = typeof value === 'string' && /^\d{10,13}(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return undefined
  if (number > 1e9 && number < 5e9) return number * 1_000
  return number > 1e12 && number < 5e12 ? number : undefined
}

const priceNames =
  /price|^px$|^p$|^[ohlc]$|open|high|low|close|mean|odds|prob|centers|forecast_values|baseAmount/i
const otherNames = /time|volume|interest|size|count|fee|total|_ts$/i

/** A copy of a row in which every price is multiplied by a factor; texts stay texts. */
export function scalePrices(row: unknown, factor: number): unknown {
  if (Array.isArray(row) && row.length > 4 && toTime(row[0]) !== undefined)
    return row.map((item, index) => (index >= 1 && index <= 4 ? scaled(item, factor) : item))
  return scaleMembers(row, factor, false)
}

function scaleMembers(value: unknown, factor: number, isPrice: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => scaleMembers(item, factor, isPrice))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        scaleMembers(member, factor, !otherNames.test(name) && (isPrice || priceNames.test(name))),
      ]),
    )
  return isPrice ? scaled(value, factor) : value
}

function scaled(value: unknown, factor: number): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : Math.round(value * factor * 1e4) / 1e4
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return value
  // Amounts in the smallest unit of a token are whole numbers beyond what a double holds.
  if (!value.includes('.')) return String((BigInt(value) * BigInt(Math.round(factor * 100))) / 100n)
  const decimals = Math.max(4, value.length - value.indexOf('.') - 1)
  return (Number(value) * factor).toFixed(decimals)
}
