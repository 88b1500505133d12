import type { OutcomeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { type NativeId, readId } from './ids.js'
import { findListed, findMarketId, listedOf, type OutcomeFacts } from './native/directory.js'

/** Finds outcomes in the venue's market lists, because it has no lookup by token. */
export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: () => "An outcome id is the long decimal token id found as outcomeId in a market's outcomes.",

  async locate(text, ctx) {
    const id = readId(text)
    if (id.kind === 'token') {
      const found = await findListed(id.tokenId, ctx)
      return found === undefined ? undefined : { kind: 'outcome', ...found }
    }
    const marketId = await marketNamed(id, ctx)
    if (marketId === undefined) return undefined
    return { kind: 'market', marketId, outcomes: await listedOf(marketId, ctx) }
  },
}

async function marketNamed(id: NativeId, ctx: VenueContext): Promise<string | undefined> {
  switch (id.kind) {
    case 'number':
      return findMarketId('number', id.number, ctx)
    case 'condition':
      return findMarketId('condition', id.conditionId, ctx)
    case 'slug':
      return findMarketId('slug', id.slug, ctx)
    case 'page':
      return id.market === undefined ? undefined : findMarketId('number', id.market, ctx)
    default:
      return undefined
  }
}
