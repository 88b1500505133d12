import type { Position } from '../../api/models.js'
import { assertWallet } from '../../venue-kit/chain-ids.js'
import type { AccountSource } from '../../venue-kit/trading.js'
import { known, roundPrice } from '../../venue-kit/unify.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { coinOf, isLeftover, marketIdOf, packOutcomeId, readToken } from './ids.js'
import { fetchMeta, questionOf, templatesFor } from './native/catalog.js'
import { askInfo, LIGHT_WEIGHT } from './native/info.js'
import { fetchMids, type Mids } from './native/prices.js'
import { wordOutcome, wordParent, wordSide } from './native/wording.js'
import { spotState } from './wire.js'

type Balance = ReturnType<typeof spotState.parse>['balances'][number]

/**
 * Positions of any address: its balances of outcome tokens. Leftovers of settled outcomes name no side, so that nothing
 * tells what they are worth: they are no positions, which is told.
 */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    const body = { type: 'spotClearinghouseState', user: address.toLowerCase() }
    const { balances } = await askInfo(ctx, spotState, { body, weight: LIGHT_WEIGHT })
    const held = balances.filter(({ coin, total }) => readToken(coin) !== undefined && total !== 0)
    const leftovers = balances.filter(({ coin, total }) => isLeftover(coin) && total !== 0)
    if (leftovers.length > 0) {
      const which = leftovers.map(({ coin }) => coin).slice(0, 5)
      ctx.omissions.noteCut(
        `what is left of settled outcomes (${which.join(', ')}), of which Hyperliquid names no side`,
      )
    }
    if (held.length === 0) return []
    const [mids, labels] = await Promise.all([fetchMids(ctx), readLabels(ctx)])
    return held.flatMap((balance) => toPosition(balance, mids, labels) ?? [])
  },
}

/**
 * The position behind a balance; undefined for a balance of something else. Prices, value and profit are left out
 * where the book has no middle or the venue no cost (shares that were split off cost nothing by themselves).
 */
function toPosition(
  { coin, total, entryNtl }: Balance,
  mids: Mids,
  labels: ReadonlyMap<string, string>,
): Position | undefined {
  const ref = readToken(coin)
  if (ref === undefined) return undefined
  const outcomeId = packOutcomeId(ref)
  const price = mids[coinOf(ref)]
  const cost = entryNtl === 0 ? undefined : entryNtl
  const value = price === undefined ? undefined : total * price
  return known<Position>({
    marketId: marketIdOf(ref.outcome),
    outcomeId,
    outcomeLabel: labels.get(outcomeId),
    size: total,
    entryPrice: cost === undefined ? undefined : roundPrice(cost / total),
    currentPrice: price,
    currentValue: value === undefined ? undefined : roundPrice(value),
    unrealizedPnL: value === undefined || cost === undefined ? undefined : roundPrice(value - cost),
  })
}

/** Labels of the sides of everything that trades, by outcome id. */
async function readLabels(ctx: VenueContext): Promise<ReadonlyMap<string, string>> {
  const meta = await fetchMeta(ctx)
  const templates = await templatesFor([...meta.questions, ...meta.outcomes], ctx)
  return new Map(
    meta.outcomes.flatMap((outcome) => {
      const question = questionOf(outcome.outcome, meta)
      const parent = question && wordParent(question, templates)
      const { facts } = wordOutcome(outcome, parent, templates)
      return outcome.sideSpecs.map(({ name }, side): [string, string] => [
        packOutcomeId({ outcome: outcome.outcome, side }),
        wordSide(name, facts),
      ])
    }),
  )
}
