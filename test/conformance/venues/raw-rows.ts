import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { RawRow } from '../../../src/venue-kit/payload/raw-fields.js'
import { promoted as gemini } from '../../../src/venues/gemini-titan/promoted.js'
import { promoted as hunch } from '../../../src/venues/hunch/promoted.js'
import { promoted as hyperliquid } from '../../../src/venues/hyperliquid/promoted.js'
import { promoted as kalshi } from '../../../src/venues/kalshi/promoted.js'
import { promoted as limitless } from '../../../src/venues/limitless/promoted.js'
import { promoted as metaculus } from '../../../src/venues/metaculus/promoted.js'
import { promoted as myriad } from '../../../src/venues/myriad/promoted.js'
import { promoted as opinion } from '../../../src/venues/opinion/promoted.js'
import { promoted as polymarket } from '../../../src/venues/polymarket/promoted.js'
import { promoted as polymarketUs } from '../../../src/venues/polymarket_us/promoted.js'
import { promoted as probable } from '../../../src/venues/probable/promoted.js'
import { promoted as rain } from '../../../src/venues/rain/promoted.js'
import { promoted as smarkets } from '../../../src/venues/smarkets/promoted.js'
import { marketIdOf } from '../../../src/venues/suibets/ids.js'
import { promoted as suibets } from '../../../src/venues/suibets/promoted.js'

type Names = readonly string[]
/** Fields by which the raw row of an id is known: the id that it has here, or undefined for a row of another kind. */
type IdOf = (raw: RawRow) => string | undefined

interface RawKind {
  readonly promoted: Names
  readonly idOf: IdOf
}

/** How raw rows of a venue are known, and which of their fields first-class members hold. */
export interface RawKinds {
  readonly market: RawKind
  readonly event?: RawKind
  readonly series?: RawKind
  /** Fields of books that first-class members hold. */
  readonly book?: Names
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
/** The field of that name, of rows that have all the others as well. */
const by =
  (name: string, ...others: Names): IdOf =>
  (raw) =>
    others.every((other) => other in raw) ? textOf(raw[name]) : undefined
const prefixed =
  (prefix: string, idOf: IdOf): IdOf =>
  (raw) => {
    const id = idOf(raw)
    return id === undefined ? undefined : prefix + id
  }
const lowered =
  (idOf: IdOf): IdOf =>
  (raw) =>
    idOf(raw)?.toLowerCase()

const kalshiKinds: RawKinds = {
  market: { promoted: kalshi.market, idOf: by('ticker', 'event_ticker', 'yes_sub_title') },
  event: { promoted: kalshi.event, idOf: by('event_ticker', 'series_ticker', 'mutually_exclusive') },
  series: { promoted: kalshi.series, idOf: by('ticker', 'frequency') },
  book: kalshi.book,
}
const rainId = prefixed(
  'rain:',
  lowered((raw) => (raw['options'] === undefined ? undefined : textOf(raw['_id'] ?? raw['id']))),
)
const ofHunch: RawKind = { promoted: hunch.market, idOf: by('id', 'question', 'status') }

/** Baozi is not among them: its rows are bytes of accounts on a chain. */
export const rawKinds: Partial<Record<VenueId, RawKinds>> = {
  kalshi: kalshiKinds,
  'kalshi-demo': kalshiKinds,
  polymarket: {
    market: { promoted: polymarket.market, idOf: by('id', 'conditionId', 'question') },
    event: { promoted: polymarket.event, idOf: by('id', 'title', 'markets') },
    series: { promoted: polymarket.series, idOf: by('id', 'recurrence', 'title') },
    book: polymarket.book,
  },
  limitless: {
    market: { promoted: limitless.market, idOf: by('slug', 'title', 'status') },
    event: { promoted: limitless.event, idOf: by('slug', 'title', 'status') },
    book: limitless.book,
  },
  probable: {
    market: { promoted: probable.market, idOf: by('id', 'condition_id') },
    event: { promoted: probable.event, idOf: by('id', 'title', 'markets') },
    book: probable.book,
  },
  opinion: {
    market: { promoted: opinion.market, idOf: by('marketId', 'marketTitle') },
    event: { promoted: opinion.event, idOf: by('marketId', 'childMarkets') },
    book: opinion.book,
  },
  myriad: {
    market: {
      promoted: myriad.market,
      // An outcome's market has the number of its market.
      idOf: (raw) =>
        'tradingModel' in raw
          ? `${raw['networkId']}:${raw['tradingModel'] === 'ob' ? 'ob' : ''}${raw['id']}`
          : undefined,
    },
    event: { promoted: myriad.event, idOf: by('id', 'markets', 'title') },
    book: myriad.book,
  },
  smarkets: {
    market: { promoted: smarkets.market, idOf: by('id', 'event_id', 'winner_count') },
    event: { promoted: smarkets.event, idOf: by('id', 'full_slug', 'bettable') },
    book: smarkets.book,
  },
  polymarket_us: {
    market: { promoted: polymarketUs.market, idOf: by('slug', 'marketSides') },
    event: { promoted: polymarketUs.event, idOf: by('slug', 'markets') },
    series: { promoted: polymarketUs.series, idOf: by('id', 'title', 'slug') },
    book: polymarketUs.book,
  },
  metaculus: {
    market: { promoted: metaculus.market, idOf: by('id', 'post_id', 'type') },
    event: { promoted: metaculus.event, idOf: by('id', 'published_at', 'projects') },
    series: { promoted: metaculus.series, idOf: by('id', 'name', 'type') },
  },
  hyperliquid: {
    market: { promoted: hyperliquid.market, idOf: prefixed('hl-outcome-', by('outcome', 'sideSpecs')) },
    event: { promoted: hyperliquid.event, idOf: by('question', 'namedOutcomes') },
    book: hyperliquid.book,
  },
  'gemini-titan': {
    market: { promoted: gemini.market, idOf: prefixed('gemi-', by('instrumentSymbol', 'status')) },
    event: { promoted: gemini.event, idOf: by('ticker', 'contracts', 'title') },
    book: gemini.book,
  },
  suibets: {
    market: {
      promoted: suibets.market,
      idOf: (raw) => ('odds' in raw ? marketIdOf(Number(raw['id'])) : undefined),
    },
  },
  rain: {
    market: { promoted: rain.market, idOf: rainId },
    event: { promoted: rain.market, idOf: rainId },
  },
  hunch: { market: ofHunch, event: ofHunch },
}

/** The id by which the raw row of a market is known: an outcome that is a market of its own has that of its market. */
export function rawIdOf(venue: VenueId, id: string, metadata: RawRow): string {
  if (venue === 'metaculus') return String(metadata['id'])
  return venue === 'myriad' || venue === 'rain' ? id.split(':').slice(0, 2).join(':') : id
}

/** All objects in a payload. */
export function objectsIn(payload: unknown): RawRow[] {
  if (Array.isArray(payload)) return payload.flatMap(objectsIn)
  if (typeof payload !== 'object' || payload === null) return []
  return [payload as RawRow, ...Object.values(payload).flatMap(objectsIn)]
}
