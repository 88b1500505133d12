import { expect, test } from 'vitest'
import { type KillOutcome, killRun } from './kill-world.js'

/**
 * Daemons die by SIGKILL at any moment while orders are placed through them, with names and without. For thousands:
 * `PMX_KILL_ORDERS=3000 npx vitest run test/orders/kill.test.ts`.
 */
const orders = Number(process.env['PMX_KILL_ORDERS'] ?? 30)
const isLong = orders > 30

test(
  'of orders through daemons that are killed none is placed twice and none is forgotten',
  async () => {
    const seed = Number(process.env['PMX_KILL_SEED'] ?? 1)
    const outcome = await killRun({ orders, callers: 8, mostALife: isLong ? 30 : 10, seed })
    const { wanted, abandoned, taken, kills, repeated, doubts, rows } = outcome
    if (isLong)
      process.stdout.write(
        `${orders} orders, ${kills} kills, ${taken.length} at the venue, ${repeated} answers told again, ` +
          `${abandoned.length} abandoned, ${rows.length} rows, in doubt ${doubts[0]} then ${doubts[1]}\n`,
      )
    expect(kills).toBeGreaterThan(1)
    expect(wanted.length + abandoned.length).toBe(orders)
    expect(twiceIn(taken.map(({ amount }) => amount))).toEqual([])
    expect(
      missing(
        wanted,
        taken.map(({ amount }) => amount),
      ),
    ).toEqual([])
    expect(forgotten(outcome)).toEqual([])
    // Who is said to be not placed is not there, nor is what the venue did not show.
    const ids = new Set(taken.map(({ clientOrderId }) => clientOrderId))
    const denied = rows.filter(({ outcome: { state } }) => state !== 'placed')
    expect(denied.filter(({ terms }) => ids.has(terms.clientOrderId))).toEqual([])
  },
  isLong ? 1_800_000 : 60_000,
)

function twiceIn(amounts: readonly number[]): number[] {
  return amounts.filter((amount, index) => amounts.indexOf(amount) !== index)
}

function missing(wanted: readonly number[], taken: readonly number[]): number[] {
  const there = new Set(taken)
  return wanted.filter((amount) => !there.has(amount))
}

/** Orders at the venue that the journal does not have as placed. */
function forgotten({ taken, rows }: KillOutcome): string[] {
  const known = new Set(rows.flatMap(({ outcome }) => (outcome.state === 'placed' ? [outcome.order.id] : [])))
  return taken.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}
