import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Order, Position } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { add, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { FilledSum, JournalRow } from '../../../orders/journal.js'
import { accountOf, holderOf } from '../../../venue-kit/contract/account-secrets.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import { hasMoreFills, mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { listLeftOut } from '../../../venue-kit/payload/response-notes.js'
import type { Job } from '../../request/api-call.js'
import type { OpenContext } from '../../request/request-context.js'
import { readClosedOrders, readOpenOrders } from '../accounts/account-lists.js'
import { assertAccountKnown } from '../accounts/account-resolver.js'
import { boundsOfReconcile, type ExtraCopy, findExtraCopies } from '../accounts/extra-copies.js'
import { mayBe } from '../accounts/order-candidates.js'
import { type HeldOf, listVanished } from '../accounts/vanished-orders.js'
import type { OrderContext } from '../context/order-context.js'
import type { UncheckedOrder } from '../records/copied-orders.js'
import { type PlacedRecord, toPlacedOutcome } from '../records/present-state.js'
import { SURE_MS } from '../records/reconcile-order.js'
import { toRequestedSide } from '../request/requested-side.js'
import type { OpenJob } from './reconcile-pending.js'

/** Differences between an account at a venue and the journal. */
export interface Reconciled {
  readonly venue: VenueId
  /** Open at the venue and not in the journal: placed elsewhere, or with an unknown outcome here. */
  readonly unknownOrders: readonly UnknownOrder[]
  /** Open in the journal until now; the venue shows how they ended, and the journal is updated. */
  readonly ended: readonly RowBrief[]
  /** Open in the journal and unknown to the venue. Nothing was changed. */
  readonly missing: readonly RowBrief[]
  /** Orders that an intermediate server placed a second time; the journal has them from now on. */
  readonly copies: readonly ExtraCopy[]
  /** Number of orders that are open in the journal and were not looked up this time, because there are many. */
  readonly unchecked: number
  /** Positions whose size differs from the sum of the journal's orders. Nothing was changed. */
  readonly positions: readonly PositionGap[]
  /** Reason why the account could not be read completely. */
  readonly because?: string | undefined
}

interface UnknownOrder extends Pick<Order, 'id' | 'marketId' | 'outcomeId' | 'side' | 'amount' | 'filled'> {
  readonly price?: number | undefined
  /** Rows of orders with an unknown outcome that may be this order. */
  readonly mayBe?: readonly string[] | undefined
}

interface RowBrief {
  readonly id: string
  readonly orderId: string
  readonly outcomeId: string
  readonly status: Order['status']
  readonly filled?: number | undefined
}

interface PositionGap {
  readonly marketId: string
  readonly outcomeId: string
  readonly size: number
  /** Sum of the journal's orders. Absent if not all fills are known. */
  readonly journal?: number | undefined
}

/** Maximum number of orders that are looked up one by one, with one venue call each. */
const MAX_LOOKUPS = 25
/** Sizes are JSON numbers. Sizes that differ by less than this are treated as equal. */
const SIZE_SLACK = 1e-6

/**
 * Compares the open orders and positions of the daemon's own accounts with the journal. If the venue shows how an order
 * ended, the journal is updated. All other differences are listed.
 * @param venues venues for which the daemon holds credentials
 */
export async function reconcileOrders(
  room: OrderContext,
  venues: readonly VenueId[],
  openJob: OpenJob,
): Promise<readonly Reconciled[]> {
  await room.ledger.open()
  const reports = await Promise.all(venues.map((venue) => reconcileVenue(venue, room, openJob)))
  return reports.filter((report) => report !== undefined)
}

async function reconcileVenue(
  venue: VenueId,
  room: OrderContext,
  openJob: OpenJob,
): Promise<Reconciled | undefined> {
  const job = await openJob(venue)
  try {
    if (job?.venue.orders === undefined || job.venue.account === undefined) return undefined
    if (holderOf(job.ctx.secrets) === '') return undefined
    return await reconcileAccount(job, job.venue.account, room)
  } finally {
    job?.release()
  }
}

async function reconcileAccount(job: Job, source: AccountSource, room: OrderContext): Promise<Reconciled> {
  const { id: venue } = job.venue
  const account = accountOf(job.venue, job.ctx.secrets)
  const report = {
    venue,
    unknownOrders: [] as UnknownOrder[],
    ended: [] as RowBrief[],
    missing: [] as RowBrief[],
    copies: [] as ExtraCopy[],
    unchecked: 0,
    positions: [] as PositionGap[],
  }
  const failures: string[] = []
  const attempt = async (work: (ctx: OpenContext) => Promise<void>): Promise<void> => {
    // Each part has the full time of a request.
    const own = job.reopen?.('background')
    try {
      await work(own ?? job.ctx)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      failures.push(messageOf(error))
    } finally {
      own?.release()
    }
  }
  await attempt(() => assertAccountKnown(job))
  // With another account's rows, all orders would be unknown, and none of its own missing.
  if (failures.length > 0) return { ...report, because: failures.join(' ') }
  // Read before the venue is called: orders that are placed meanwhile are then not reported as missing.
  const rows = room.ledger.openOf(venue, account)
  await attempt(async (ctx) => {
    // Before the open orders and positions, which contain the copies.
    const { due, noteChecked } = room.ledger.uncheckedForCopies(venue, account, 'unsure')
    const found = await findExtraCopies(due, job, ctx, room, boundsOfReconcile)
    noteChecked(found.unchecked)
    report.copies.push(...found.copies)
    if (found.failure !== undefined) failures.push(messageOf(found.failure))
    else if (found.unchecked.length > 0) failures.push(describeUnchecked(found.unchecked))
  })
  await attempt(async (ctx) => {
    if (source.openOrders === undefined) return
    const { rows: open, isCut } = await readOpenOrders(source, {}, ctx)
    failures.push(...listLeftOut(ctx.omissions))
    if (isCut) failures.push('The account has more open orders than the daemon reads.')
    report.unknownOrders.push(...unknownIn(open, venue, account, room))
    const shown = new Map(open.map((order) => [order.id, order]))
    for (const row of rows) learnOpen(row, shown.get(row.outcome.order.id), room)
    const gone = isCut ? [] : rows.filter((row) => isGone(row, shown, room))
    await lookUpAll(gone, source, ctx, room, report)
  })
  await attempt(async (ctx) => {
    if (source.positions === undefined) return
    const positions = await source.positions(ctx)
    const fees = feesIn(source, room.ledger.placed(venue, account))
    report.positions.push(...gapsIn(positions, room.ledger.filledBy(venue, account), fees))
    const leftOut = listLeftOut(ctx.omissions)
    failures.push(...leftOut)
    if (leftOut.length > 0) return
    const held = heldIn(room.ledger.filledBy(venue, account), fees)
    report.positions.push(...(await listVanished(positions, job, ctx, room, held)))
  })
  return failures.length === 0 ? report : { ...report, because: [...new Set(failures)].join(' ') }
}

function describeUnchecked({ length }: readonly UncheckedOrder[]): string {
  const orders = length === 1 ? '1 order' : `${length} orders`
  return `Not all second copies of ${orders} could be found, because the lists are long or incomplete, or a copy may be an order with unknown status.`
}

function unknownIn(
  open: readonly Order[],
  venue: VenueId,
  account: string,
  { ledger }: OrderContext,
): readonly UnknownOrder[] {
  const doubts = ledger.inDoubt().filter((row) => row.venue === venue && row.account === account)
  return open
    .filter((order) => !ledger.knows(venue, account, order))
    .map((order) => {
      const { id, marketId, outcomeId, side, price, amount, filled } = order
      const brief = {
        id,
        marketId,
        outcomeId,
        side,
        amount,
        filled,
        ...(price === undefined ? {} : { price }),
      }
      const rows = doubts.filter((row) => mayBe(order, row)).map((row) => row.id)
      return rows.length === 0 ? brief : { ...brief, mayBe: rows }
    })
}

/** Updates the fills of an order that still rests. */
function learnOpen(row: PlacedRecord, shown: Order | undefined, { ledger }: OrderContext): void {
  const { order } = row.outcome
  const now = shown && mergeOrder(order, toRequestedSide(row.terms, shown))
  // A row of the venue may be older than the journal.
  if (now !== undefined && hasMoreFills(order, now)) ledger.learn(row, toPlacedOutcome(now, row))
}

/** Whether an order is open in the journal, old enough that the venue lists it, and not among the venue's open orders. */
function isGone(row: PlacedRecord, shown: ReadonlyMap<string, Order>, { ledger }: OrderContext): boolean {
  return !shown.has(row.outcome.order.id) && !ledger.isSending(row.id) && ledger.ageOf(row) >= SURE_MS
}

async function lookUpAll(
  gone: readonly PlacedRecord[],
  source: AccountSource,
  ctx: OpenContext,
  { ledger }: OrderContext,
  report: { ended: RowBrief[]; missing: RowBrief[]; unchecked: number },
): Promise<void> {
  if (gone.length === 0) return
  const closed = await closedOf(gone, source, ctx)
  let lookups = 0
  // The newest are looked up first.
  for (const row of [...gone].reverse()) {
    const { id } = row.outcome.order
    const listed = closed.get(id)
    const isLookedUp = listed === undefined && source.order !== undefined && lookups++ < MAX_LOOKUPS
    const order = isLookedUp ? await source.order?.(id, ctx) : listed
    if (order !== undefined) {
      if (!isEnded(order)) continue
      // The venue's list may lack the fills, or lag: the journal's fills stay.
      const asked = toRequestedSide(row.terms, order, true)
      const now = mergeOrder(row.outcome.order, asked) ?? asked
      if (ledger.learn(row, toPlacedOutcome(now, row))) report.ended.push(briefOf(row, now))
    } else if (isLookedUp) report.missing.push(briefOf(row, row.outcome.order))
    else report.unchecked++
  }
}

/** Returns orders closed since the oldest of these was sent, by id, or none if the venue lists them only by market. */
async function closedOf(
  gone: readonly PlacedRecord[],
  source: AccountSource,
  ctx: OpenContext,
): Promise<ReadonlyMap<string, Order>> {
  const since = Math.min(...gone.map(({ at }) => at)) - 10 * 60_000
  try {
    const { rows } = await readClosedOrders(source, { since }, ctx)
    return new Map(rows.map((order) => [order.id, order]))
  } catch (error) {
    if (error instanceof PmxError && error.code === 'VALIDATION_ERROR') return new Map()
    throw error
  }
}

function briefOf({ id, terms }: JournalRow, order: Order): RowBrief {
  const brief = { id, orderId: order.id, outcomeId: terms.outcomeId, status: order.status }
  return knowsMember(order, 'filled') ? { ...brief, filled: order.filled } : brief
}

/** Maximum number of contracts of each outcome that fees deducted from the journal's purchases. */
type ContractFees = ReadonlyMap<string, number>

function feesIn({ maxFeeInContracts }: AccountSource, rows: readonly JournalRow[]): ContractFees {
  const fees = new Map<string, number>()
  if (maxFeeInContracts === undefined) return fees
  const orders = new Map<string, number>()
  for (const { terms, outcome } of rows) {
    if (terms.side !== 'buy' || outcome.state !== 'placed' || outcome.order.filled === 0) continue
    const { id, filled: contracts, price = Number(terms.price) } = outcome.order
    const fee = maxFeeInContracts({ contracts, price })
    // An order and its changes are rows of one order.
    const more = Math.max(0, fee - (orders.get(id) ?? 0))
    orders.set(id, (orders.get(id) ?? 0) + more)
    fees.set(terms.outcomeId, (fees.get(terms.outcomeId) ?? 0) + more)
  }
  return fees
}

function gapsIn(
  positions: readonly Position[],
  sums: readonly FilledSum[],
  fees: ContractFees,
): readonly PositionGap[] {
  return positions.flatMap(({ marketId, outcomeId, size }) => {
    const ofMarket = sums.filter((sum) => sum.marketId === marketId || sum.outcomeId === outcomeId)
    const others = ofMarket.filter((sum) => sum.outcomeId !== outcomeId)
    const own = heldBy(ofMarket.filter((sum) => sum.outcomeId === outcomeId))
    const net = own - heldBy(others)
    const slack = SIZE_SLACK * Math.max(1, Math.abs(size))
    const fee = fees.get(outcomeId) ?? 0
    const feeOfOthers = feesOf(others, fees)
    const isWithin = (least: number, most: number) => size >= least - slack && size <= most + slack
    // Venues that net have one position for both sides of a market.
    if (isWithin(own - fee, own) || isWithin(net - fee, net + feeOfOthers)) return []
    const gap = { marketId, outcomeId, size }
    return [ofMarket.some(({ isUncertain }) => isUncertain) ? gap : { ...gap, journal: own }]
  })
}

/** An outcome that was bought and sold has two sums. */
function feesOf(sums: readonly FilledSum[], fees: ContractFees): number {
  return [...new Set(sums.map(({ outcomeId }) => outcomeId))].reduce(
    (sum, outcomeId) => sum + (fees.get(outcomeId) ?? 0),
    0,
  )
}

/**
 * Returns the position in an outcome minus the positions in the others of its market, which venues net or pay out
 * together. Returns undefined if it is not known.
 */
function heldIn(sums: readonly FilledSum[], fees: ContractFees): HeldOf {
  return (marketId, outcomeId) => {
    const ofMarket = sums.filter((sum) => sum.marketId === marketId)
    if (ofMarket.some(({ isUncertain }) => isUncertain)) return undefined
    const own = heldBy(ofMarket.filter((sum) => sum.outcomeId === outcomeId))
    const others = heldBy(ofMarket.filter((sum) => sum.outcomeId !== outcomeId))
    const most = toNumber(subtractDecimals(decimalOf(own), decimalOf(others)))
    return { most, least: most - (fees.get(outcomeId) ?? 0) }
  }
}

function heldBy(sums: readonly FilledSum[]): number {
  return toNumber(
    sums.reduce(
      (held, { side, filled }) => (side === 'buy' ? add : subtractDecimals)(held, decimalOf(filled)),
      zero,
    ),
  )
}
