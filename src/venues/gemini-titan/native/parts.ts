import type { EventRow } from '../../../venue-kit/contract/venue.js'

/** A listed event, with the tickers of its parts. */
interface ListedEvent {
  readonly row: EventRow
  readonly parts: readonly string[]
}

/**
 * Creates a filter for duplicates of a list: the parts of a game are in their parent, and are listed as events (../README.md). A
 * part that its parent contains completely is dropped, whichever is first on a page. A part on an earlier page has its markets,
 * and its parent the others.
 */
export function withoutParts(): (page: readonly ListedEvent[]) => readonly EventRow[] {
  const parts = new Set<string>()
  /** The event that a market is listed with. */
  const homes = new Map<string, string>()

  return (page) => {
    const parents = page.filter((one) => one.parts.length > 0)
    for (const one of parents) for (const ticker of one.parts) parts.add(ticker)
    for (const { row } of parents) claim(row)
    return page.flatMap(({ row }) => {
      claim(row)
      const { id } = row.event
      const own = row.markets.filter(({ market }) => homes.get(market.marketId) === id)
      const isCovered = parts.has(id) && row.markets.length > 0 && own.length === 0
      if (isCovered) return []
      return [own.length === row.markets.length ? row : { ...row, markets: own }]
    })
  }

  function claim({ event, markets }: EventRow): void {
    for (const { market } of markets) if (!homes.has(market.marketId)) homes.set(market.marketId, event.id)
  }
}
