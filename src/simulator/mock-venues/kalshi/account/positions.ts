import { type Amount, sumAmounts } from '../../../paper-trading/state/amount.js'
import type { PaperPosition, PaperSettlement } from '../../../paper-trading/state/types.js'
import type { WorldMarket } from '../../../world/common/types.js'

/** A position of one market, YES and NO netted, as the venue reports it. */
export interface NetPosition {
  readonly market: WorldMarket
  readonly openedAt: number
  readonly updatedAt: number
  readonly isSettled: boolean
  /** Contracts of YES; below 0, contracts of NO. */
  readonly size: Amount
  readonly cost: Amount
  readonly realized: Amount
  readonly fees: Amount
  readonly traded: Amount
}

export function sumNetPositions(positions: readonly PaperPosition[]): readonly NetPosition[] {
  return groupsOf(positions, ({ market }) => market.key).map((sides) => ({
    market: sides[0].market,
    openedAt: Math.min(...sides.map(({ openedAt }) => openedAt)),
    updatedAt: Math.max(...sides.map(({ updatedAt }) => updatedAt)),
    isSettled: false,
    size: sumAmounts(sides.map(({ side, size }) => (side === 'yes' ? size : -size))),
    cost: sumIn(sides, 'cost'),
    realized: sumIn(sides, 'realized'),
    fees: sumIn(sides, 'fees'),
    traded: sumIn(sides, 'traded'),
  }))
}

/** Returns the positions of settled markets, all of size 0. */
export function sumSettledPositions(settlements: readonly PaperSettlement[]): readonly NetPosition[] {
  return groupsOf(settlements, ({ market }) => market.key).map((sides) => ({
    market: sides[0].market,
    openedAt: Math.min(...sides.map(({ openedAt }) => openedAt)),
    updatedAt: Math.max(...sides.map(({ at }) => at)),
    isSettled: true,
    size: 0n,
    cost: 0n,
    realized: sumIn(sides, 'realized'),
    fees: sumIn(sides, 'fees'),
    traded: sumIn(sides, 'traded'),
  }))
}

export function sumIn<Name extends string>(
  rows: readonly Readonly<Record<Name, Amount>>[],
  name: Name,
): Amount {
  return sumAmounts(rows.map((row) => row[name]))
}

type Group<Row> = readonly [Row, ...Row[]]

/** Groups rows by a key, in the order of the first row of each group. */
export function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Group<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}
