import { useState } from 'preact/hooks'
import type { UnifiedMarket } from '../../api/models/models.js'
import type { About } from '../shared/about.js'
import { countText, priceText } from '../shared/labels.js'
import { Card, CopyCall, Empty, Loading, Shown, VenueChip } from '../shared/parts.js'
import { fetchData } from '../shared/request.js'
import { hashOf, type PageLocation } from '../shared/route.js'
import { useRequest } from '../shared/use-request.js'

type SearchPlace = Extract<PageLocation, { view: 'search' }>

interface Props {
  readonly place: SearchPlace
  readonly about: About | undefined
}

const ROWS = 30
/** Maximum number of rows in a catalog response. */
const MAX_ROWS = 300

/**
 * Searches the markets of all venues by words, grouped by question. Without words it shows the markets with the highest volume.
 */
export function SearchView({ place, about }: Props) {
  const [rows, setRows] = useState(ROWS)
  const { query, venue } = place
  const target = targetOf(place, rows, about?.searchesAll !== false)
  const found = useRequest(
    target ?? '',
    async (signal) => (await fetchData<FoundMarket[]>(target ?? '', { signal })).data,
  )
  const nameOf = (id: string): string => about?.venues.find((one) => one.id === id)?.name ?? id
  return (
    <>
      <div class="hello">
        <h1>{query === '' ? 'Most traded markets' : `Markets about “${query}”`}</h1>
        <label class="inline">
          <span class="note">Venue</span>
          <select
            value={venue}
            onChange={(event) => {
              setRows(ROWS)
              location.hash = hashOf({ view: 'search', query, venue: event.currentTarget.value })
            }}
          >
            <option value="">all</option>
            {about?.venues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Card
        title="Markets"
        note={
          found.data === undefined
            ? undefined
            : `${found.data.length}${found.data.length === rows ? '+' : ''}`
        }
        tools={target !== undefined && <CopyCall name="this search" call={undefined} target={target} />}
      >
        {target === undefined ? (
          <Empty>
            A recording has no catalog of all venues. Choose a venue to search its recorded markets.
          </Empty>
        ) : found.failure?.detail['kind'] === 'still_listing' && found.data === undefined ? (
          <Reading venues={found.failure.detail['venues']} />
        ) : (
          <Shown of={found} what="Searching">
            {(markets) =>
              markets.length === 0 ? (
                <Empty>
                  No open market{venue === '' ? '' : ` on ${nameOf(venue)}`} matches these words. Try fewer or
                  different words.
                </Empty>
              ) : (
                <>
                  <ul class="rows">
                    {markets.map((market, at) => (
                      <MarketRow
                        key={`${market.sourceExchange} ${market.marketId}`}
                        market={market}
                        nameOf={nameOf}
                        isSame={isSame(market, markets[at - 1])}
                      />
                    ))}
                  </ul>
                  {markets.length === rows && rows < MAX_ROWS && (
                    <p class="more">
                      <button type="button" onClick={() => setRows(rows + ROWS)}>
                        Show more
                      </button>
                    </p>
                  )}
                </>
              )
            }
          </Shown>
        )}
      </Card>
    </>
  )
}

/** Returns undefined if no search is possible: a recording has single venues only. */
function targetOf({ query, venue }: SearchPlace, rows: number, searchesAll: boolean): string | undefined {
  const words = query === '' ? {} : { query }
  const limit = String(rows)
  if (searchesAll && query !== '') {
    const grouped = { ...words, grouped: 'true', ...(venue === '' ? {} : { sourceExchange: venue }), limit }
    return `/api/router/fetchMarkets?${new URLSearchParams(grouped)}`
  }
  if (searchesAll)
    return `/v0/markets?${new URLSearchParams({ ...words, ...(venue === '' ? {} : { exchange: venue }), limit })}`
  return venue === ''
    ? undefined
    : `/api/${encodeURIComponent(venue)}/fetchMarkets?${new URLSearchParams({ ...words, limit })}`
}

/** Shows the progress of the first sync of the lists. */
function Reading({ venues }: { readonly venues: unknown }) {
  const states = typeof venues === 'object' && venues !== null ? Object.values(venues) : []
  const done = states.filter((state) => typeof state === 'object' && state !== null && 'rows' in state).length
  return (
    <Loading
      what={
        states.length === 0
          ? 'Loading the market lists'
          : `Loading the market lists: ${done} of ${states.length} venues done`
      }
    />
  )
}

/** A market in the search results. */
interface FoundMarket extends UnifiedMarket {
  /** A value that is the same for markets with the same question. */
  readonly questionId?: string
}

/** Whether a market has the same question as the one above it. */
function isSame({ questionId }: FoundMarket, before: FoundMarket | undefined): boolean {
  return questionId !== undefined && questionId === before?.questionId
}

interface RowProps {
  readonly market: FoundMarket
  readonly nameOf: (id: string) => string
  readonly isSame: boolean
}

function MarketRow({ market, nameOf, isSame }: RowProps) {
  const { marketId, sourceExchange, title, outcomes, volume24h, resolutionDate, metadata } = market
  const lead = outcomes[0]
  const isKnown = metadata?.unknown.includes('volume24h') !== true
  return (
    <li class={isSame ? 'same' : undefined}>
      <a class="row" href={hashOf({ view: 'market', venue: sourceExchange, marketId })}>
        <span class="row-title">
          {isSame && <span class="note">same question: </span>}
          {title}
        </span>
        <span class="row-facts">
          <VenueChip name={nameOf(sourceExchange)} />
          <span>24 h {countText(isKnown ? volume24h : undefined)}</span>
          {resolutionDate !== undefined && <span>ends {resolutionDate.slice(0, 10)}</span>}
        </span>
        <span class="row-price">
          <span class="big">{priceText(lead?.price)}</span>
          <span class="note">{lead?.label}</span>
        </span>
      </a>
    </li>
  )
}
