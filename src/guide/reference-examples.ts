import { getMethodRow, type MethodName, methodNames } from '../api/arguments/methods.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import type { ApiCaller } from '../cli/client/caller.js'
import { startInProcess } from '../cli/client/in-process.js'
import { readSettings } from '../cli/options/settings.js'
import { systemClock } from '../effects/clock.js'
import { createSystemEffects } from '../effects/effects.js'
import { type KnownIds, referenceArguments, sentMethods } from './reference-arguments.js'

/** A call, with the simulation's response where the call was sent. */
export interface Example {
  readonly verb: 'GET' | 'POST'
  readonly target: string
  /** Only for a POST. */
  readonly body?: string
  /** Long texts and lists are cut, with a mark. Absent for a call that was not sent. */
  readonly response?: string
}

/** Time of the examples: the simulation is the same at each build. */
const MOMENT = Date.UTC(2026, 10, 21, 14, 35)

/** Methods that the venue of the examples must support. */
const needed = [
  'fetchSeries',
  'fetchOHLCV',
  'fetchOrderBook',
  'fetchTrades',
] as const satisfies readonly MethodName[]

/** Creates an example of each method. Responses come from a simulation in this process. None is written by hand. */
export async function makeExamples(): Promise<ReadonlyMap<MethodName, Example>> {
  // Without user settings and state folder: the examples are the same on every machine.
  const { config } = readSettings({ stateDir: 'dist' }, {})
  const effects = {
    ...createSystemEffects(),
    clock: { ...systemClock, now: () => MOMENT },
    random: () => 0.5,
  }
  const caller = await startInProcess(config, { kind: 'demo' }, { effects })
  try {
    const venue = await venueOfExamples(caller)
    const known = await findIds(caller, venue)
    const examples = new Map<MethodName, Example>()
    for (const method of methodNames) {
      const args = referenceArguments[method](known)
      const exchange = getMethodRow(method).group === 'router' ? 'router' : venue
      const request = requestOf(exchange, method, args)
      if (!sentMethods.has(method)) {
        examples.set(method, request)
        continue
      }
      const data = await dataOf(caller, exchange, method, args)
      const response = JSON.stringify({ success: true, data: shortened(data) }, null, 2)
      examples.set(method, { ...request, response })
    }
    return examples
  } finally {
    await caller.close()
  }
}

async function findIds(caller: ApiCaller, venue: VenueId): Promise<KnownIds> {
  const [market] = (await dataOf(caller, venue, 'fetchMarkets', [{ limit: 1 }])) as {
    marketId: string
    eventId: string
    slug: string
    outcomes: { outcomeId: string }[]
  }[]
  const outcomeId = market?.outcomes[0]?.outcomeId
  if (market === undefined || outcomeId === undefined) throw new Error('the simulation has no markets')
  const { marketId, eventId, slug } = market
  return { venue, marketId, eventId, slug, outcomeId }
}

async function venueOfExamples(caller: ApiCaller): Promise<VenueId> {
  for (const venue of venueIds) {
    const has = (await dataOf(caller, venue, 'has', [])) as Record<string, unknown>
    if (needed.every((method) => has[method] === true)) return venue
  }
  throw new Error('no venue supports all methods of the examples')
}

async function dataOf(
  caller: ApiCaller,
  venue: VenueId,
  method: MethodName,
  args: readonly unknown[],
): Promise<unknown> {
  const { body } = await caller.call(venue, method, args)
  const { success, data, error } = body as { success: boolean; data?: unknown; error?: { message: string } }
  if (success) return data
  throw new Error(`${venue}.${method}: ${error?.message}`)
}

/** Returns the call for curl; one that fits into a query is a GET. */
function requestOf(venue: VenueId, method: MethodName, args: readonly unknown[]): Example {
  const { verb, args: rows } = getMethodRow(method)
  const path = `/api/${venue}/${method}`
  if (verb === 'post') return { verb: 'POST', target: path, body: JSON.stringify({ args }) }
  const query = new URLSearchParams()
  args.forEach((value, at) => {
    const members = typeof value === 'object' && value !== null ? value : { [rows[at]?.name ?? '']: value }
    for (const [name, member] of Object.entries(members)) query.set(name, String(member))
  })
  const text = query.toString()
  return { verb: 'GET', target: text === '' ? path : `${path}?${text}` }
}

const MAX_TEXT_LENGTH = 100
const MAX_ITEMS = 3

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map(shortened)
    return value.length > MAX_ITEMS ? [...kept, `… ${value.length - MAX_ITEMS} more`] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}
