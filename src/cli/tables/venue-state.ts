import { renderCount } from '../output/counted.js'
import { joinToWidth, toPrintable } from '../output/display-width.js'
import { formatMinute } from '../output/times.js'

/** The calls to one venue since the daemon started, in `/health?verbose`. Times in epoch ms. */
interface VenueState {
  readonly sent: number
  readonly lastOkAt?: number | undefined
  readonly lastError?: { readonly at: number; readonly code: string; readonly message: string } | undefined
}

/** One of a host's rate limits. */
interface BudgetFacts {
  /** Maximum burst of calls with a full budget. */
  readonly capacity: number
  /** Calls left now. */
  readonly left: number
  readonly waiting: number
  /** Time during which the venue allows no calls, ms. */
  readonly pausedMs: number
}

interface VenueStates {
  readonly venues: Readonly<Record<string, VenueState>>
  /** Hosts with a breaker that is not closed, as `venue host`. */
  readonly breakers: Readonly<Record<string, unknown>>
  /** By `venue host` and `venue host group`. */
  readonly budgets: Readonly<Record<string, BudgetFacts>>
}

/**
 * Renders the state of each called venue: its calls, its last success, the cause of a later failure, open breakers, and what
 * remains of its tightest rate budget. In lines of at most `columns` where possible.
 */
export function renderVenueState(states: VenueStates, columns: number): string[] {
  return renderVenues(calledVenues(states), states, columns)
}

/**
 * Renders only the venues with a failure, an open breaker or a pause, and one line for all others: in demo mode, sixteen
 * simulated venues usually have no problems.
 */
export function renderVenueTrouble(states: VenueStates, columns: number): string[] {
  const called = calledVenues(states)
  const isUsual = ([venue, { lastOkAt, lastError }]: CalledVenue): boolean =>
    (lastError === undefined || lastError.at < (lastOkAt ?? 0)) &&
    ofVenue(states.breakers, venue).length === 0 &&
    ofVenue(states.budgets, venue).every(([, { waiting, pausedMs }]) => waiting === 0 && pausedMs === 0)
  const usual = called.filter(isUsual)
  const calls = usual.reduce((sum, [, { sent }]) => sum + sent, 0)
  const which = usual.length === 1 ? 'simulated venue' : 'simulated venues'
  return [
    ...renderVenues(
      called.filter((one) => !isUsual(one)),
      states,
      columns,
    ),
    ...(usual.length === 0
      ? []
      : [`  ${usual.length} ${which} without problems, ${renderCount(calls, 'call')}: --verbose lists them`]),
  ]
}

type CalledVenue = readonly [venue: string, state: VenueState]

function calledVenues({ venues }: VenueStates): readonly CalledVenue[] {
  return Object.entries(venues).filter(([, { sent, lastError }]) => sent > 0 || lastError !== undefined)
}

function renderVenues(
  asked: readonly CalledVenue[],
  { breakers, budgets }: VenueStates,
  columns: number,
): string[] {
  const width = Math.max(0, ...asked.map(([venue]) => venue.length))
  return asked.flatMap(([venue, { sent, lastOkAt, lastError }]) => {
    const parts = [
      `${sent} ${sent === 1 ? 'call' : 'calls'}`,
      lastOkAt === undefined ? 'no success yet' : `last success ${formatMinute(lastOkAt)}`,
      ...budgetPart(ofVenue(budgets, venue).map(([, budget]) => budget)),
    ]
    if (lastError !== undefined && lastError.at >= (lastOkAt ?? 0)) {
      const { at, code, message } = lastError
      parts.push(
        ...words(`last failure ${formatMinute(at)} ${code}: ${toPrintable(message)}`, columns - width - 4),
      )
    }
    const hosts = ofVenue(breakers, venue).map(([host]) => host)
    if (hosts.length > 0) parts.push(`breaker open for ${hosts.join(', ')}`)
    const lines = joinToWidth(parts, ' · ', columns - width - 4)
    return lines.map((line, index) => `  ${(index === 0 ? venue : '').padEnd(width)}  ${line}`)
  })
}

/** Splits a text at its spaces into pieces of at most `columns` where possible. */
function words(text: string, columns: number): string[] {
  return joinToWidth(text.split(' '), ' ', columns)
}

function ofVenue<Value>(table: Readonly<Record<string, Value>>, venue: string): [string, Value][] {
  const start = `${venue} `
  return Object.entries(table).flatMap(([key, value]): [string, Value][] =>
    key.startsWith(start) ? [[key.slice(start.length), value]] : [],
  )
}

/** Renders the budget with the smallest share left, which is the one that the next call waits for. */
function budgetPart(budgets: readonly BudgetFacts[]): string[] {
  const [tightest] = [...budgets].sort((a, b) => a.left / a.capacity - b.left / b.capacity)
  if (tightest === undefined) return []
  const waiting = budgets.reduce((sum, budget) => sum + budget.waiting, 0)
  const paused = Math.max(...budgets.map(({ pausedMs }) => pausedMs))
  return [
    `budget ${tightest.left} of ${tightest.capacity} left`,
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
    ...(paused === 0 ? [] : [`paused for ${Math.ceil(paused / 1000)} s as the venue requested`]),
  ]
}
