import { expect, test } from 'vitest'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { JournalRow } from '../../src/orders/journal.js'
import { type KillOutcome, killRun } from './kill-world.js'

/**
 * Daemons die by SIGKILL at any moment while orders are placed through them, with names and without. For thousands:
 * `PMX_KILL_ORDERS=3000 npx vitest run test/orders/kill.test.ts`; of another venue of kill-venues.ts: `PMX_KILL_VENUE=polymarket`.
 */
const orders = Number(process.env['PMX_KILL_ORDERS'] ?? 30)
/** The paper exchange forgets closed orders of an account beyond a thousand: each batch has a world of its own. */
const BATCH = 500
const venue = (process.env['PMX_KILL_VENUE'] ?? 'kalshi') as VenueId
/** Where no order is sent again by its name (Polymarket), one in doubt waits for a minute. */
const isLong = orders > 100 || venue !== 'kalshi'

function assertOnceEach(count: number, outcome: KillOutcome): void {
  const { wanted, abandoned, taken, kills, rows } = outcome
  expect(kills).toBeGreaterThan(1)
  expect(wanted.length + abandoned.length).toBe(count)
  const amounts = taken.map(({ amount }) => amount)
  expect(twiceIn(amounts)).toEqual([])
  expect(missing(wanted, amounts)).toEqual([])
  expect(forgotten(outcome)).toEqual([])
  // What is said to be not placed is not there, nor is what stays in doubt because the venue did not show it.
  const names = new Set(taken.flatMap((order) => order.names))
  const isPlaced = ({ outcome: { state } }: JournalRow) => state === 'placed'
  // An order that was found to be absent may be placed by its name afterwards, in a row of its own.
  const placed = new Set(rows.filter(isPlaced).map(({ terms }) => terms.clientOrderId))
  const denied = rows.filter((row) => !isPlaced(row) && !placed.has(row.terms.clientOrderId))
  const isThere = ({ terms, handle }: JournalRow) =>
    names.has(terms.clientOrderId) || (handle !== undefined && names.has(handle.value))
  expect(denied.filter(isThere)).toEqual([])
}

test(
  'of orders through daemons that are killed none is placed twice and none is forgotten',
  async () => {
    const firstSeed = Number(process.env['PMX_KILL_SEED'] ?? 1)
    for (let done = 0, seed = firstSeed; done < orders; done += BATCH, seed++) {
      const count = Math.min(BATCH, orders - done)
      const outcome = await killRun({ venue, orders: count, callers: 8, mostALife: 10, seed })
      if (isLong) process.stdout.write(`${told(count, outcome)}\n`)
      assertOnceEach(count, outcome)
    }
  },
  ...(isLong ? [3_600_000] : []),
)

function told(count: number, { kills, taken, repeated, abandoned, rows, doubts }: KillOutcome): string {
  const [before, after] = doubts
  return `${venue}: ${count} orders, ${kills} kills, ${taken.length} at the venue, ${repeated} answers told again, ${abandoned.length} abandoned, ${rows.length} rows, in doubt ${before} then ${after}`
}

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
