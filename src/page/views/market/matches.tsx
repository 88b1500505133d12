import type { UnifiedMarket } from '../../../api/models/models.js'
import { priceText } from '../../shared/labels.js'
import { Card, CopyCall, Empty, Loading, Shown, VenueChip } from '../../shared/parts.js'
import { fetchData, fetchPlain } from '../../shared/request.js'
import { hashOf } from '../../shared/route.js'
import { useRequest } from '../../shared/use-request.js'

interface Match {
  readonly market: UnifiedMarket
  readonly relation: string
  readonly confidence: number
  readonly reasoning?: string
  readonly bestBid?: number | null
  readonly bestAsk?: number | null
}

interface Props {
  readonly venue: string
  readonly marketId: string
  readonly nameOf: (id: string) => string
}

/** Labels of the relation between another market's outcome and this one's. */
const relationWords: Readonly<Record<string, string>> = {
  identity: 'same question',
  subset: 'YES there implies YES here',
  superset: 'YES here implies YES there',
  overlap: 'overlaps',
  disjoint: 'excludes this',
}

/** Shows markets of other venues with the same or nearly the same question, and the evidence. */
export function MatchesCard({ venue, marketId, nameOf }: Props) {
  const id = useRequest(`id ${venue} ${marketId}`, async (signal) => {
    const query = new URLSearchParams({ venue, marketId })
    return (await fetchPlain<{ readonly id: string }>(`/ui/catalog-id?${query}`, { signal })).data.id
  })
  const target = id.data === undefined ? '' : `/v0/markets/${id.data}/matches?limit=20`
  const matches = useRequest(
    target,
    async (signal) =>
      (await fetchData<{ readonly matches: readonly Match[] }>(target, { signal })).data.matches,
  )
  return (
    <Card
      title="On other venues"
      class="wide"
      tools={target !== '' && <CopyCall name="the matches" call={undefined} target={target} />}
    >
      {matches.failure?.detail['kind'] === 'still_listing' ? (
        <Loading what="Loading the market lists of the other venues" />
      ) : matches.failure?.code === 'NOT_SUPPORTED' ? (
        <Empty>A recording has no catalog of all venues, so markets cannot be matched.</Empty>
      ) : (
        <Shown of={matches} what="Comparing with markets on other venues">
          {(known) =>
            known.length === 0 ? (
              <Empty>No other venue has a matching market.</Empty>
            ) : (
              <ul class="rows">
                {known.map((match) => (
                  <MatchRow
                    key={`${match.market.sourceExchange} ${match.market.marketId}`}
                    match={match}
                    nameOf={nameOf}
                  />
                ))}
              </ul>
            )
          }
        </Shown>
      )}
    </Card>
  )
}

function MatchRow({ match, nameOf }: { readonly match: Match; readonly nameOf: (id: string) => string }) {
  const { market, relation, confidence, reasoning } = match
  return (
    <li>
      <a
        class="row"
        href={hashOf({ view: 'market', venue: market.sourceExchange, marketId: market.marketId })}
      >
        <span class="row-title">{market.title}</span>
        <span class="row-facts">
          <VenueChip name={nameOf(market.sourceExchange)} />
          <span>
            {relationWords[relation] ?? relation}, {Math.round(confidence * 100)}% confidence
          </span>
        </span>
        {reasoning !== undefined && <span class="row-why">{reasoning}</span>}
        <span class="row-price">
          <span class="big">{priceText(market.outcomes[0]?.price)}</span>
          <span class="note">{market.outcomes[0]?.label}</span>
        </span>
      </a>
    </li>
  )
}
