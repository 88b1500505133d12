import type { MethodName } from '../../../../src/api/arguments/methods.js'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../../src/api/envelope/venue-ids.js'
import type {
  Order,
  OrderBook,
  Position,
  UnifiedMarket,
  UserTrade,
} from '../../../../src/api/models/models.js'
import {
  type Enumeration,
  listEnumerations,
  takeUnknownWords,
} from '../../../../src/venue-kit/payload/native-enums.js'
import { loadVenue } from '../../../../src/venues/registry.js'
import { tradingExceptions } from '../exceptions.js'
import { type House, NOON, openHouse } from '../house.js'
import { differenceOf, isNamedIn } from './word-differences.js'

/**
 * Sends a word that nobody knows in the place of each enumeration's words, through everything that is asked of a venue, and
 * compares what is told then with what is told of the honest answers. Which enumerations there are, the schemas say.
 */
export interface Walk {
  /** What is told otherwise because of an unknown word, by enumeration and method. */
  readonly wrong: Readonly<Record<string, string>>
  /** Enumerations whose unknown words never came up: the mock venue does not send them, or nobody reads them there. */
  readonly unreached: readonly string[]
}

interface Question {
  readonly method: MethodName
  readonly args: readonly unknown[]
}

/** Where an order goes. */
interface Place {
  readonly marketId: string
  readonly outcomeId: string
}

type Said = { readonly data: unknown; readonly warning: string | undefined } | { readonly error: PmxError }

/** Sent as words and as numbers. */
export const NEW_WORDS = ['zz_new', '987'] as const
const SECOND = 1_000
/** More than one call of a venue takes of a nonce that goes up with each. */
const STEP_MS = 10

/** The enumerations of a venue, as its schemas declare them. */
export async function enumerationsOf(venue: VenueId): Promise<readonly Enumeration[]> {
  await loadVenue(venue)
  return listEnumerations().filter((one) => one.venue === venue)
}

export async function walkWords(venue: VenueId, enumerations: readonly Enumeration[]): Promise<Walk> {
  if (enumerations.length === 0) return { wrong: {}, unreached: [] }
  const house = await openHouse('natural', venue, 50)
  try {
    return await createWalk(house, venue, enumerations).run()
  } finally {
    await house.close()
  }
}

function createWalk(house: House, venue: VenueId, enumerations: readonly Enumeration[]) {
  const { faults } = house.simulator
  const wrong: Record<string, string> = {}
  const reached = new Set<string>()
  const canRest = tradingExceptions[venue]?.noResting === undefined
  let at = NOON
  let wasReworded = false
  let isOwn = false
  let holdings: string | undefined
  const lists: Record<string, readonly unknown[]> = {}

  /** The answer of a daemon that remembers nothing, at an instant; a little later each, for keys whose calls are counted by time. */
  async function ask({ method, args }: Question): Promise<Said> {
    if (isOwn) at += STEP_MS
    try {
      const { data, headers } = await house.tellAfresh(venue, method, args, at)
      return { data: JSON.parse(JSON.stringify(data ?? null)), warning: headers['x-pmx-warning'] }
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      return { error }
    } finally {
      if (isOwn) at = Math.max(at, house.clock.now())
    }
  }

  async function honest<Data>(method: MethodName, ...args: readonly unknown[]): Promise<Data | undefined> {
    const said = await ask({ method, args })
    return 'data' in said ? (said.data as Data) : undefined
  }

  /** Asks while the words of an enumeration are replaced. */
  async function faulty({ name, words }: Enumeration, question: Question): Promise<Said> {
    faults.set([{ venue, kind: 'reword-field', field: memberOf(name), words }])
    try {
      return await ask(question)
    } finally {
      wasReworded = faults.reworded > 0
      for (const { enumeration } of takeUnknownWords()) reached.add(enumeration)
      faults.clear()
    }
  }

  async function judge(
    one: Enumeration,
    { method, args }: Question,
    told: Said,
    whole: unknown,
  ): Promise<void> {
    const key = `${one.name}: ${method} ${JSON.stringify(args)}`.slice(0, 160)
    if ('error' in told) {
      if (!isNamedIn(told.error, memberOf(one.name))) wrong[key] = `${told.error.code}: ${told.error.message}`
      return
    }
    const isSame = differenceOf(told.data, whole, told.warning) === undefined
    if (isSame) return
    // Calls with keys take time, in which prices move.
    const since = isOwn ? await ask({ method, args }) : undefined
    if (
      since !== undefined &&
      'data' in since &&
      differenceOf(told.data, since.data, told.warning) === undefined
    )
      return
    const difference = differenceOf(told.data, whole, told.warning, await wholeListOf({ method, args }))
    if (difference !== undefined) wrong[key] = difference
  }

  /** What an honest list of markets holds beyond its first page. */
  async function wholeListOf({ method, args }: Question): Promise<readonly unknown[]> {
    if (method !== 'fetchMarkets') return []
    const { status = 'active' }: { readonly status?: string } = Object(args[0])
    lists[status] ??= (await honest<UnifiedMarket[]>(method, { status, limit: 1_000 })) ?? []
    return lists[status]
  }

  async function compareReads(questions: readonly Question[]): Promise<void> {
    const known: { readonly question: Question; readonly whole: unknown }[] = []
    for (const question of questions) {
      const told = await ask(question)
      if ('data' in told) known.push({ question, whole: told.data })
    }
    takeUnknownWords()
    for (const one of distinctIn(enumerations))
      for (const { question, whole } of known) await judge(one, question, await faulty(one, question), whole)
  }

  /**
   * An order at the market, each in another one, for they empty books; then one that rests, where words were replaced;
   * then the cancellation of one that stands.
   */
  async function compareOrders(places: readonly Place[], amount: number): Promise<void> {
    let standing: string | undefined
    for (const [index, one] of distinctIn(enumerations).entries()) {
      const place = places[index % places.length]
      if (place === undefined) return
      const wanted = { ...place, side: 'buy', amount }
      if (await compareTaking(one, { ...wanted, type: 'market' }))
        await compareResting(one, restingIn(wanted))
      if (!canRest) continue
      standing ??= await placeHonestly(restingIn(wanted))
      if (standing !== undefined && (await compareCancel(one, standing))) standing = undefined
    }
  }

  async function placeHonestly(wanted: object): Promise<string | undefined> {
    later()
    return (await honest<Order>('createOrder', wanted))?.id
  }

  /** @returns whether words were replaced on the way */
  async function compareTaking(one: Enumeration, wanted: object): Promise<boolean> {
    later()
    const before = holdings ?? (await held())
    const told = await faulty(one, { method: 'createOrder', args: [wanted] })
    holdings = before
    if (!wasReworded && 'error' in told) return false
    later()
    holdings = await held()
    const isFilled = holdings !== before
    if (!wasReworded) return false
    const key = `${one.name}: createOrder market`
    if ('error' in told) {
      if (isFilled && told.error.detail?.['state'] !== 'unknown')
        wrong[key] = `bought, but: ${told.error.message}`
      if (!isNamedIn(told.error, memberOf(one.name))) wrong[key] ??= `not named: ${told.error.message}`
    } else {
      const { status, filled } = told.data as Order
      if (status !== 'pending' && (filled ?? 0) > 0 !== isFilled)
        wrong[key] = `told as ${status}, ${filled} filled`
    }
    return true
  }

  /** What has been bought so far, whatever it is worth. */
  async function held(): Promise<string> {
    const trades = (await honest<UserTrade[]>('fetchMyTrades')) ?? []
    const positions = (await honest<Position[]>('fetchPositions')) ?? []
    return [...trades.map(({ id }) => id), ...positions.map((one) => `${one.outcomeId} ${one.size}`)].join(
      ' ',
    )
  }

  async function compareResting(one: Enumeration, wanted: object): Promise<void> {
    if (!canRest) return
    later()
    const idsOf = async () => new Set(((await honest<Order[]>('fetchOpenOrders')) ?? []).map(({ id }) => id))
    const before = await idsOf()
    const placed = await faulty(one, { method: 'createOrder', args: [wanted] })
    later()
    const standing = ((await honest<Order[]>('fetchOpenOrders')) ?? []).filter(({ id }) => !before.has(id))
    judgePlacing(one, placed, standing)
    for (const { id } of standing) await takeBack(id)
  }

  /** @returns whether it stands no longer */
  async function compareCancel(one: Enumeration, id: string): Promise<boolean> {
    later()
    const question = { method: 'cancelOrder', args: [id] } as const
    const told = await faulty(one, question)
    later()
    const isGone = !((await honest<Order[]>('fetchOpenOrders')) ?? []).some((order) => order.id === id)
    const key = `${one.name}: cancelOrder`
    const status: unknown = 'data' in told ? Object(told.data).status : undefined
    if ('error' in told) await judge(one, question, told, undefined)
    else if (status !== 'pending' && (status === 'canceled') !== isGone) wrong[key] = `told as ${status}`
    return isGone
  }

  /** An order that stands must not be told as refused, nor one that does not as placed. */
  function judgePlacing(one: Enumeration, placed: Said, standing: readonly Order[]): void {
    const key = `${one.name}: createOrder`
    const order = 'error' in placed ? standing[0] : standing.find(({ id }) => id === Object(placed.data).id)
    if ('error' in placed) {
      const isInDoubt = placed.error.detail?.['state'] === 'unknown'
      if (order !== undefined && !isInDoubt)
        wrong[key] = `stands, but: ${placed.error.code} ${placed.error.message}`
      if (!isNamedIn(placed.error, memberOf(one.name))) wrong[key] ??= `not named: ${placed.error.message}`
      return
    }
    const told = placed.data as Order
    if (order === undefined) wrong[key] = 'told as placed, and does not stand'
    else if (told.status !== order.status && told.status !== 'pending') wrong[key] = `told as ${told.status}`
    else if (told.side !== order.side || told.price !== order.price || told.amount !== order.amount)
      wrong[key] = `told as ${JSON.stringify(told)}`
  }

  async function takeBack(id: string): Promise<void> {
    later()
    await honest('cancelOrder', id)
    later()
  }

  function later(): void {
    at += 10 * SECOND
  }

  /** Markets with both sides in their book, and room for an order below. */
  async function tradable(markets: readonly UnifiedMarket[], atMost: number): Promise<readonly Place[]> {
    const isAmid = (price: number): boolean => price >= 0.15 && price <= 0.85
    const found: Place[] = []
    for (const { marketId, yes, outcomes } of markets) {
      const { outcomeId, price } = yes ?? outcomes[0] ?? {}
      if (found.length === atMost || outcomeId === undefined) break
      if ((price ?? 0) > 0 && !isAmid(price ?? 0)) continue
      const book = await honest<OrderBook>('fetchOrderBook', outcomeId)
      const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
      const isEmulated = book?.sourceMetadata?.['emulated'] === true
      if (isEmulated && tradingExceptions[venue]?.noOrdersInEmulatedBooks !== undefined) continue
      if (bid !== undefined && ask !== undefined && isAmid(bid) && isAmid(ask))
        found.push({ marketId, outcomeId })
    }
    return found
  }

  return {
    async run(): Promise<Walk> {
      const markets = (await honest<UnifiedMarket[]>('fetchMarkets', { limit: 300 })) ?? []
      const places = await tradable(markets, distinctIn(enumerations).length)
      const market = markets.find(({ marketId }) => marketId === places[0]?.marketId) ?? markets[0]
      if (market === undefined) throw new Error(`${venue}: the demo lists no market`)
      const other = markets.find((one) => kindOf(one) !== kindOf(market))
      await compareReads([
        { method: 'fetchMarkets', args: [{ limit: 10 }] },
        { method: 'fetchMarkets', args: [{ status: 'closed', limit: 5 }] },
        { method: 'fetchEvents', args: [{ limit: 3 }] },
        ...[market, other].flatMap((one) => (one === undefined ? [] : questionsOf(one))),
      ])
      await compareAccount(places, (id) => lasts(markets.find(({ marketId }) => marketId === id)))
      const unreached = enumerations.map(({ name }) => name).filter((name) => !reached.has(name))
      return { wrong, unreached: unreached.sort() }
    },
  }

  /** Whether a market trades for another day: the orders of a walk take hours. */
  function lasts(market: UnifiedMarket | undefined): boolean {
    const end = market?.resolutionDate
    return end === undefined || Number(new Date(end)) > at + 86_400 * SECOND
  }

  async function compareAccount(
    places: readonly Place[],
    isLasting: (marketId: string) => boolean,
  ): Promise<void> {
    const [place] = places
    if (place === undefined) return
    const { contracts: amount } = tradingExceptions[venue]?.lots ?? { contracts: 20 }
    const wanted = { ...place, side: 'buy', amount }
    at += 3_600 * SECOND
    isOwn = true
    const taken = await honest<Order>('createOrder', { ...wanted, type: 'market' })
    const order = canRest ? await placeHonestly(restingIn(wanted)) : undefined
    if (taken === undefined && order === undefined) return
    later()
    await compareReads(ownQuestions(place.marketId, [taken?.id, order]))
    if (order !== undefined) await takeBack(order)
    const lasting = places.filter(({ marketId }) => isLasting(marketId))
    await compareOrders(lasting, amount)
  }
}

/** Markets of another protocol, or that trade against a pool, are told in other words. */
function kindOf({ sourceMetadata = {} }: UnifiedMarket): unknown {
  return sourceMetadata['version'] ?? sourceMetadata['tradingModel'] ?? sourceMetadata['tradeType']
}

/** A bid far below the market, on any grid that has tenths. */
function restingIn(wanted: object): object {
  return { ...wanted, type: 'limit', price: 0.1 }
}

function questionsOf({ marketId, eventId, yes, outcomes }: UnifiedMarket): readonly Question[] {
  const outcomeId = (yes ?? outcomes[0])?.outcomeId ?? ''
  return [
    { method: 'fetchMarket', args: [{ marketId }] },
    { method: 'fetchMarket', args: [{ outcomeId }] },
    ...(eventId === undefined ? [] : [{ method: 'fetchEvent', args: [{ eventId }] } as const]),
    { method: 'fetchOrderBook', args: [outcomeId] },
    { method: 'fetchTrades', args: [outcomeId, { limit: 5 }] },
    { method: 'fetchOHLCV', args: [outcomeId, { resolution: '1h', limit: 5 }] },
  ]
}

function ownQuestions(marketId: string, orderIds: readonly (string | undefined)[]): readonly Question[] {
  return [
    { method: 'fetchOpenOrders', args: [] },
    { method: 'fetchClosedOrders', args: [marketId] },
    ...orderIds.flatMap((id) => (id === undefined ? [] : [{ method: 'fetchOrder', args: [id] } as const])),
    { method: 'fetchMyTrades', args: [] },
    { method: 'fetchMySettlementHistory', args: [] },
    { method: 'fetchPositions', args: [] },
    { method: 'fetchBalance', args: [] },
  ]
}

/** The member's own name. */
export function memberOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Those that the same replacement serves are sent once. */
export function distinctIn(enumerations: readonly Enumeration[]): readonly Enumeration[] {
  const byReplacement = new Map(
    enumerations.map((one) => [`${memberOf(one.name)} ${[...one.words].sort()}`, one]),
  )
  return [...byReplacement.values()]
}
