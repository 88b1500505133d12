import { PmxError } from '../../../api/envelope/errors.js'
import type { Position } from '../../../api/models/models.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import type { OpenContext } from '../../request/request-context.js'
import type { OrderContext } from '../context/order-context.js'
import { SURE_MS } from '../records/reconcile-order.js'

/** A position according to the journal that the venue does not show at all. */
interface Vanished {
  readonly marketId: string
  readonly outcomeId: string
  readonly size: 0
  readonly journal: number
}

/**
 * Returns the position according to the journal: of an outcome minus the other outcomes of its market, before and after
 * the maximum fees. Returns undefined if fills are not known.
 */
export type HeldOf = (
  marketId: string,
  outcomeId: string,
) => { readonly most: number; readonly least: number } | undefined

/** Maximum number of markets that are looked up, with one venue call each. */
const MAX_LOOKUPS = 25
/** Some venues omit positions smaller than this. */
const LEAST = 0.1

/**
 * Lists positions in the journal that the venue does not show, in markets that can still be traded. They were sold
 * elsewhere, or never existed. Positions in other markets were paid out. Recent fills may not be shown yet.
 */
export async function listVanished(
  positions: readonly Position[],
  { venue, ctx: { secrets } }: Pick<Job, 'venue' | 'ctx'>,
  ctx: OpenContext,
  { ledger }: Pick<OrderContext, 'ledger'>,
  heldOf: HeldOf,
): Promise<readonly Vanished[]> {
  const account = accountOf(venue, secrets)
  const shown = new Set(positions.flatMap(({ marketId, outcomeId }) => [marketId, outcomeId]))
  const young = new Set(
    ledger
      .placed(venue.id, account)
      .filter((row) => !ledger.isAbandoned(row, SURE_MS))
      .map(({ terms }) => terms.marketId),
  )
  const markets = new Map<string, boolean>()
  const isTraded = async (marketId: string): Promise<boolean> => {
    const known = markets.get(marketId)
    if (known !== undefined || markets.size >= MAX_LOOKUPS) return known === true
    const row = await venue.markets.getMarket(marketId, ctx).catch((error: unknown) => {
      if (error instanceof PmxError && error.code.endsWith('NOT_FOUND')) return undefined
      throw error
    })
    markets.set(marketId, row?.status === 'active')
    return row?.status === 'active'
  }
  const found: Vanished[] = []
  for (const { marketId, outcomeId } of ledger.filledBy(venue.id, account)) {
    if (shown.has(marketId) || shown.has(outcomeId) || young.has(marketId)) continue
    const held = heldOf(marketId, outcomeId)
    if (held === undefined || held.least < LEAST) continue
    if (found.some((one) => one.outcomeId === outcomeId)) continue
    if (await isTraded(marketId)) found.push({ marketId, outcomeId, size: 0, journal: held.most })
  }
  return found
}
