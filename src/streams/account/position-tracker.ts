import type { Position } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { type AccountReading, LISTED_LATE_MS, type Tracker } from './tracker.js'

interface PositionTrackerDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly account: AccountSource
}

/** Creates a tracker of an account's positions. Market prices are not compared, because they change all the time. */
export function createPositionTracker({ clock, account }: PositionTrackerDeps): Tracker<Position> {
  const known = new Map<string, Position>()
  /** Time of a position's last frame, by the monotonic clock. A reading that started before it, or soon after it, may be older. */
  const heardAt = new Map<string, number>()

  /** @returns the position if it has changed */
  function take(position: Position): readonly Position[] {
    const key = keyOf(position)
    const before = known.get(key)
    if (position.size === 0) {
      known.delete(key)
      return before === undefined ? [] : [closed({ ...before, ...position })]
    }
    known.set(key, { ...pricesOf(before), ...position })
    return before !== undefined && isSame(before, position) ? [] : [known.get(key) ?? position]
  }

  function closeAll(positions: readonly Position[]): readonly Position[] {
    return positions.flatMap((one) => take({ ...one, size: 0 }))
  }

  /** Drops positions that are missing from an incomplete list, because they may be open or closed. */
  function forgetAll(positions: readonly Position[]): readonly Position[] {
    return positions.map((one) => {
      known.delete(keyOf(one))
      return { ...closed(one), metadata: { ...one.metadata, unknown: ['size'] } }
    })
  }

  async function read(ctx: VenueContext): Promise<AccountReading<Position>> {
    if (account.positions === undefined)
      return {
        rows: [],
        missed: 'changes of positions cannot be read, because the venue does not list positions',
      }
    const begunAt = clock.monotonic()
    const listed = await account.positions(ctx)
    ctx.omissions.assertFew()
    const isOlder = (key: string): boolean =>
      (heardAt.get(key) ?? Number.NEGATIVE_INFINITY) > begunAt - LISTED_LATE_MS
    const keys = new Set(listed.filter(({ size }) => size !== 0).map(keyOf))
    const isListable = ctx.omissions.rows === 0
    // A malformed row may be any of them.
    const unlisted = isListable ? [...known].filter(([key]) => !keys.has(key) && !isOlder(key)) : []
    const gone = unlisted.map(([, one]) => one)
    const end = ctx.omissions.cut.length === 0 ? closeAll : forgetAll
    const rows = [...listed.filter((one) => !isOlder(keyOf(one))).flatMap(take), ...end(gone)]
    return { rows }
  }

  return {
    apply: (rows) =>
      rows.flatMap((row) => {
        heardAt.set(keyOf(row), clock.monotonic())
        return take(row)
      }),
    read,
    get current() {
      return [...known.values()]
    },
  }
}

function keyOf({ marketId, outcomeId }: Position): string {
  return JSON.stringify([marketId, outcomeId])
}

/** Returns a held position's members that frames omit and that do not depend on its size. */
function pricesOf(before: Position | undefined): Partial<Position> {
  return before?.outcomeLabel === undefined ? {} : { outcomeLabel: before.outcomeLabel }
}

/** Returns the position without its value, which is unknown when nothing is held anymore. The realized profit remains. */
function closed({
  currentPrice: _price,
  currentValue: _value,
  unrealizedPnL: _gain,
  ...rest
}: Position): Position {
  return rest
}

function isSame(a: Position, b: Position): boolean {
  return a.size === b.size && a.entryPrice === b.entryPrice && (a.realizedPnL ?? 0) === (b.realizedPnL ?? 0)
}
