import { useState } from 'preact/hooks'
import type { MarketOutcome, UnifiedMarket } from '../../api/models/models.js'
import type { About } from '../shared/about.js'
import { countText, priceText, safeLink } from '../shared/labels.js'
import { Choice, CopyCall, Shown, VenueChip } from '../shared/parts.js'
import { fetchData } from '../shared/request.js'
import { hashOf, type MarketLocation } from '../shared/route.js'
import { useRequest } from '../shared/use-request.js'
import { BookCard } from './market/book.js'
import { CandleCard } from './market/candles.js'
import { EventCard } from './market/event.js'
import { MatchesCard } from './market/matches.js'
import { TradesCard } from './market/trades.js'

interface Props {
  readonly place: MarketLocation
  readonly about: About | undefined
}

const MARKET_EVERY_MS = 30_000

/** Shows one market: its question, and the data of the selected outcome. */
export function MarketView({ place, about }: Props) {
  const { venue, marketId } = place
  const market = useRequest(
    `market ${venue} ${marketId}`,
    async (signal) =>
      (
        await fetchData<UnifiedMarket>(
          `/api/${encodeURIComponent(venue)}/fetchMarket?${new URLSearchParams({ marketId })}`,
          { signal },
        )
      ).data,
    MARKET_EVERY_MS,
  )
  const nameOf = (id: string): string => about?.venues.find((one) => one.id === id)?.name ?? id
  return (
    <Shown of={market} what="Loading the market">
      {(known) => <Market market={known} place={place} nameOf={nameOf} />}
    </Shown>
  )
}

interface MarketProps {
  readonly market: UnifiedMarket
  readonly place: MarketLocation
  readonly nameOf: (id: string) => string
}

function Market({ market, place, nameOf }: MarketProps) {
  const { venue, marketId, outcomeId } = place
  const chosen = market.outcomes.find((outcome) => outcome.outcomeId === outcomeId) ?? market.outcomes[0]
  const link = safeLink(market.url)
  const isUnknown = (name: string): boolean => market.metadata?.unknown.includes(name) === true
  return (
    <>
      <div class="hello">
        <p class="crumbs">
          <VenueChip name={nameOf(venue)} />
          {market.category !== undefined && <span class="note">{market.category}</span>}
          {market.status !== undefined && <span class="note">{market.nativeStatus ?? market.status}</span>}
        </p>
        <h1>{market.title}</h1>
        <p class="note facts-line">
          <span>24 h {countText(isUnknown('volume24h') ? undefined : market.volume24h)}</span>
          <span>liquidity {countText(isUnknown('liquidity') ? undefined : market.liquidity)}</span>
          {market.resolutionDate !== undefined && (
            <span>ends {market.resolutionDate.slice(0, 16).replace('T', ' ')}</span>
          )}
          {link !== undefined && (
            <a href={link} rel="noreferrer noopener" target="_blank">
              View on {nameOf(venue)}
            </a>
          )}
          <CopyCall name="this market" call={{ venue, method: 'fetchMarket', args: [{ marketId }] }} />
        </p>
        <Rules text={market.description} />
      </div>
      {chosen !== undefined && (
        <>
          <Outcomes market={market} chosen={chosen} place={place} />
          <CandleCard place={place} outcome={chosen} />
          <div class="columns">
            <BookCard venue={venue} outcome={chosen} />
            <TradesCard venue={venue} outcome={chosen} />
          </div>
        </>
      )}
      {market.eventId !== undefined && (
        <EventCard venue={venue} eventId={market.eventId} marketId={marketId} />
      )}
      <MatchesCard venue={venue} marketId={marketId} nameOf={nameOf} />
    </>
  )
}

function Outcomes({
  market,
  chosen,
  place,
}: {
  readonly market: UnifiedMarket
  readonly chosen: MarketOutcome
  readonly place: MarketLocation
}) {
  return (
    <div class="outcomes">
      <Choice
        name="Outcome"
        options={market.outcomes.map(({ outcomeId, label, price }) => ({
          value: outcomeId,
          label: `${label} ${priceText(price)}`,
          hint: outcomeId,
        }))}
        value={chosen.outcomeId}
        onChange={(outcomeId) => {
          location.hash = hashOf({ ...place, outcomeId })
        }}
      />
    </div>
  )
}

const SHORT_RULES = 180

function Rules({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text === '') return null
  const isLong = text.length > SHORT_RULES
  return (
    <p class="rules">
      {isLong && !isOpen ? `${text.slice(0, SHORT_RULES)}… ` : `${text} `}
      {isLong && (
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </p>
  )
}
