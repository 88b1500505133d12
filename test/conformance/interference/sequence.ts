import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { CancelAllResult, CancelResult, Order, OrderResult } from '../../../src/api/models/models.js'
import { isEnded } from '../../../src/api/models/order-state.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { openAccount } from '../books/accounts.js'
import { tradedMarketsOf } from '../books/markets.js'
import { openDaemons, type Told } from './daemons.js'
import { drawLimits, judgeAnswer, judgeLimits, judgeRows } from './judge.js'
import { createTruth, type Entry, type Wanted } from './truth.js'
import { pick } from './wire.js'

export interface Played {
  readonly findings: readonly string[]
  /** Orders that a caller was told to be placed, and those of which nobody knew at first. */
  readonly placed: number
  readonly doubts: number
  /** Whether limits may refuse all orders. */
  readonly isLimited: boolean
}

const STEPS = 20
/** Lookups that are certainly answered in the venue's stead. */
const LOOKUPS = 3
/** Share of the orders that sell. */
const SALES = 0.35
const FIRST_AMOUNT = 60
const LINES_SHOWN = 24
const MINUTE_MS = 61_000
const HOUR_MS = 3_600_000

const steps = [
  'create',
  'create',
  'create',
  'create',
  'create together',
  'create many',
  'build',
  'cancel',
  'cancel',
  'cancel many',
  'cancel all',
  'look',
  'list',
  'positions',
  'edit',
  'edit',
] as const

/** Plays one sequence on a venue, and compares each result with what the venue has. */
export async function playSequence(venue: VenueId, seed: number): Promise<Played> {
  const random = createSeededRandom(seed)
  const draw = <Item>(items: readonly Item[]): Item => pick(items, random)
  const limits = drawLimits(venue, random)
  const credentials = openAccount(venue, seed * 100 + 3)
  const daemons = await openDaemons({ venue, credentials, random, limits })
  const findings: string[] = []
  const log: string[] = []
  const secrets = [credentials.privateKey, credentials.apiSecret].filter((one) => one !== undefined)
  const note = (text: string): void => {
    if (findings.length < 3)
      findings.push([text, ...log.slice(-LINES_SHOWN), ...daemons.wire.log].join('\n    '))
    else findings.push(text)
  }
  const truth = createTruth(daemons, note)
  const { lasting } = await tradedMarketsOf(venue)
  const markets = lasting.slice(0, 3)
  const canEdit = (await loadVenue(venue))?.orders?.edit !== undefined
  let amount = FIRST_AMOUNT
  let doubts = 0

  async function draft(): Promise<Wanted> {
    const { marketId, yes, no } = draw(markets)
    const outcomeId = random() < 0.3 ? no : yes
    const { bids, asks } = await truth.book(outcomeId)
    const type = random() < 0.35 ? 'market' : 'limit'
    const side = random() < SALES ? 'sell' : 'buy'
    const [own, others] = side === 'buy' ? [bids, asks] : [asks, bids]
    const crosses = type === 'market' || random() < 0.3
    const level = crosses ? (others[1] ?? others[0]) : (own[1] ?? own[0])
    const name = `00000000-0000-4000-8000-${String(Math.floor(random() * 1e12)).padStart(12, '0')}`
    return {
      marketId,
      outcomeId,
      side,
      type,
      price: level?.price ?? 0.5,
      amount: amount++,
      ...(random() < 0.6 ? { clientOrderId: name } : {}),
    }
  }

  /** Calls one of the processes, with or without something in between. */
  async function ask<Data>(
    method: Parameters<typeof daemons.ask>[1],
    args: readonly unknown[] = [],
  ): Promise<Told<Data>> {
    const told = await daemons.ask<Data>(random() < 0.5 ? 0 : 1, method, args)
    const text = JSON.stringify(told)
    for (const secret of secrets) if (text.includes(secret)) note(`${method} shows a secret`)
    return told
  }

  const isUnknown = ({ error, isKilled }: Told<unknown>): boolean =>
    isKilled === true || (error?.detail as { state?: unknown } | undefined)?.state === 'unknown'

  async function take(entry: Entry, told: Told<Order>): Promise<void> {
    const { data, error } = told
    if (data === undefined) {
      if (isUnknown(told)) doubts++
      // What is refused later says nothing of an order that was placed before, or may have been.
      if (!entry.isSent) entry.state = isUnknown(told) ? 'unknown' : 'refused'
      else if (isUnknown(told) && entry.state === 'refused') entry.state = 'unknown'
      entry.isSent = true
      entry.message = error === undefined ? 'killed' : `${error.code} ${error.message}`
      log.push(`${entry.wanted.amount}: ${entry.state} ${entry.message.slice(0, 110)}`)
      return
    }
    if (entry.id !== undefined && entry.id !== data.id) note(`${data.id} and ${entry.id} are one order`)
    entry.isSent = true
    entry.state = 'placed'
    entry.id = data.id
    log.push(`${entry.wanted.amount}: placed as ${data.id}, ${data.status} ${data.filled}`)
    judgeAnswer(data, entry, note)
    await judgeStatus(data, entry.wanted.type)
  }

  async function judgeStatus(order: Order, type: Wanted['type']): Promise<void> {
    const now = await truth.shown(order.id)
    if (now === undefined) return
    const isOver = order.status !== 'open' && order.status !== 'pending'
    if (isOver && now.status === 'open') note(`${order.id} is ${order.status} for the daemon, and open`)
    const unknown: unknown = order.metadata?.['unknown'] ?? []
    const isKnown = !(Array.isArray(unknown) && unknown.includes('filled'))
    if (isOver && isKnown && type === 'market' && Math.abs(now.filled - order.filled) > 1e-6)
      note(`${order.id} filled ${order.filled} for the daemon, and ${now.filled}`)
  }

  const mine = (): Entry[] => truth.entries.filter(({ id }) => id !== undefined)

  /** Orders to cancel: mostly those that rest, since others prove little. */
  async function cancelable(): Promise<Entry[]> {
    const open = await truth.open()
    const resting = mine().filter(({ id }) => open.some((row) => row.id === id))
    return resting.length > 0 && random() < 0.8 ? resting : mine()
  }

  function judgeCancels(results: readonly CancelResult[], open: readonly Order[]): void {
    for (const { orderId, state } of results)
      if ((state === 'canceled' || state === 'ended') && open.some(({ id }) => id === orderId))
        note(`${orderId} is ${state} for the daemon, and open`)
  }

  async function lookAt(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const { id = '', wanted } = draw(entries)
    const { data, error } = await ask<Order>('fetchOrder', [id])
    const now = await truth.shown(id)
    if (error?.code === 'ORDER_NOT_FOUND' && now !== undefined) note(`${id} is not found, and ${now.status}`)
    if (data !== undefined) await judgeStatus(data, wanted.type)
  }

  const acts: Record<(typeof steps)[number], () => Promise<void>> = {
    async create() {
      const entry = truth.add(await draft())
      await take(entry, await ask('createOrder', [entry.wanted]))
    },
    async 'create together'() {
      const entry = truth.add({
        clientOrderId: `00000000-0000-4000-9000-${String(amount).padStart(12, '0')}`,
        ...(await draft()),
      })
      const both = await Promise.all(
        [0, 1].map((index) => daemons.ask<Order>(index, 'createOrder', [entry.wanted])),
      )
      for (const told of both) await take(entry, told)
    },
    async 'create many'() {
      const wanted = [await draft(), { ...(await draft()), price: draw([0.5, 7]) }, await draft()]
      const all = wanted.map((one) => truth.add(one))
      const told = await ask<OrderResult[]>('createOrders', [wanted])
      for (const [index, entry] of all.entries()) {
        const { order, error } = told.data?.[index] ?? {}
        if (order !== undefined) await take(entry, { data: order })
        else if (error !== undefined) await take(entry, { error: { ...error, code: String(error.code) } })
        else await take(entry, told.error === undefined ? { isKilled: true } : { error: told.error })
      }
    },
    async build() {
      const entry = truth.add(await draft())
      const index = random() < 0.5 ? 0 : 1
      const { data, error } = await daemons.ask(index, 'buildOrder', [entry.wanted])
      if (data === undefined) return take(entry, error === undefined ? { isKilled: true } : { error })
      if (random() < 0.5) daemons.clock.passTo(daemons.clock.now() + Math.floor(random() * 10) * MINUTE_MS)
      for (let times = 0; times < 2; times++)
        await take(entry, await daemons.ask(index, 'submitOrder', [data]))
    },
    async cancel() {
      const entries = await cancelable()
      if (entries.length === 0) return
      const { id = '' } = draw(entries)
      const { data, error } = await ask<Order>('cancelOrder', [id])
      log.push(`cancel ${id}: ${data?.status ?? error?.code} ${error?.message.slice(0, 100) ?? ''}`)
      const isOpen = (await truth.open()).some((row) => row.id === id)
      const isSaid = data !== undefined && data.status !== 'open' && data.status !== 'pending'
      if (isOpen && (isSaid || error?.code === 'ORDER_NOT_FOUND'))
        note(`the cancel of ${id} says ${data?.status ?? error?.code}, and it is open`)
    },
    async 'cancel many'() {
      const entries = await cancelable()
      if (entries.length === 0) return
      const ids = [...new Set([0, 1, 2].map(() => draw(entries).id))]
      const { data } = await ask<CancelResult[]>('cancelOrders', [ids])
      judgeCancels(data ?? [], await truth.open())
    },
    async 'cancel all'() {
      const { data } = await ask<CancelAllResult>('cancelAllOrders')
      const open = await truth.open()
      if (data?.allCanceled === true && open.length > 0) note(`all are canceled, and ${open[0]?.id} is open`)
      judgeCancels(data?.orders ?? [], open)
    },
    look: () => lookAt(mine()),
    async list() {
      const { data } = await ask<Order[]>('fetchOpenOrders')
      if (data === undefined) return
      for (const { id } of await truth.open())
        if (!data.some((row) => row.id === id)) note(`the list of open orders lacks ${id}`)
    },
    async positions() {
      const { data } = await ask<{ outcomeId: string; size: number }[]>('fetchPositions')
      if (data === undefined) return
      const told = JSON.stringify(data.map(({ outcomeId, size }) => [outcomeId, size]).sort())
      const held = await truth.positions()
      if (told !== held) note(`the positions are ${told}, and ${held}`)
    },
    async edit() {
      const before = await truth.open()
      const entry = mine().find(({ id }) => before.some((row) => row.id === id))
      const was = before.find(({ id }) => id === entry?.id)
      if (!canEdit || entry === undefined || was === undefined) return
      // As its caller sees it, which may be the other side of the venue's view.
      const price = Math.max(0.01, toCents(entry.wanted.price - 0.01 * Math.ceil(random() * 3)))
      const changes = { price, amount: amount++ }
      entry.amounts.add(changes.amount)
      const told = await ask<Order>('editOrder', [was.id, changes])
      const now = (await truth.open()).find(({ id }) => id === was.id)
      if (now === undefined) return
      const { data, error } = told
      if (data !== undefined && (priceAs(was, data) !== priceAs(was, now) || data.amount !== now.amount))
        note(`${was.id} is ${describe(data)} for the daemon, and ${describe(now)}`)
      const isChanged = now.price !== was.price || now.amount !== was.amount
      if (error !== undefined && !isUnknown(told) && isChanged)
        note(`the change of ${was.id} is refused (${error.code} ${error.message}), and made`)
    },
  }

  async function restart(): Promise<void> {
    if (!daemons.wire.isDead) return
    log.push(...daemons.wire.log.splice(0), 'killed')
    await daemons.restart()
  }

  try {
    for (const { yes } of markets) await daemons.ask(0, 'fetchOrderBook', [yes])
    for (let step = 0; step < STEPS; step++) {
      const name = draw(steps)
      log.push(`-- ${name}`)
      if (random() < 0.4) daemons.clock.passTo(daemons.clock.now() + MINUTE_MS)
      const skewMs = random() < 0.1 ? draw([-HOUR_MS, HOUR_MS, 91 * 24 * HOUR_MS]) : 0
      // In a simulation the clock of the machine also dates the days of the limit and old rows.
      const isDated = limits.maxDailyNotional !== undefined
      daemons.skew(isNonceTime(venue) || isDated ? 0 : skewMs)
      daemons.wire.share = draw(
        name.startsWith('create') || name === 'build' ? [0, 0.1, 0.2] : [0.1, 0.3, 0.6],
      )
      daemons.wire.writeShare = draw(name.startsWith('cancel') ? [0.3, 0.6, 0.9] : [0.2, 0.5, 0.7])
      const isCancel = name.startsWith('cancel')
      if (random() < (isCancel ? 0.7 : 0.4)) daemons.wire.aim = isCancel ? 'held back' : 'passed on'
      if (random() < 0.15) daemons.wire.dieAfter(Math.ceil(random() * 4))
      // The venue is asked meanwhile over a wire of its own.
      await acts[name]()
      daemons.wire.share = 0
      daemons.wire.writeShare = 0
      daemons.wire.aim = undefined
      log.push(...daemons.wire.log.splice(0))
      await restart()
      daemons.wire.dieAfter(Number.POSITIVE_INFINITY)
      const open = await truth.open()
      await judgeLimits(daemons, limits, open, note)
      judgeRows(await daemons.rows(), open, truth.ordersOf, note)
    }
    await playAimed()
    await end()
    return { findings, placed: mine().length, doubts, isLimited: limits.maxPosition !== undefined }
  } finally {
    await daemons.close()
  }

  /**
   * What a few random steps may miss: a lookup whose error is not the venue's, a cancel that is held back, and an order that is
   * passed on and answered with an error.
   */
  async function playAimed(): Promise<void> {
    daemons.skew(0)
    for (const [aim, act] of [
      ['none', 'create'],
      ...Array<readonly ['not found', 'look']>(LOOKUPS).fill(['not found', 'look']),
      ['held back', 'cancel'],
      ['held back', 'cancel many'],
      ['passed on', 'create'],
      ['passed on', 'create'],
    ] as const) {
      log.push(`-- ${act}, ${aim}`)
      if (aim !== 'none') daemons.wire.aim = aim
      daemons.clock.passTo(daemons.clock.now() + MINUTE_MS)
      await acts[act]()
      daemons.wire.aim = undefined
      log.push(...daemons.wire.log.splice(0))
      judgeRows(await daemons.rows(), await truth.open(), truth.ordersOf, note)
    }
  }

  /** What is in doubt is asked for by its name once more. Nothing rests of orders at the market. */
  async function end(): Promise<void> {
    log.push('-- end')
    daemons.skew(0)
    daemons.wire.share = 0
    daemons.wire.writeShare = 0
    for (let round = 0; round < 3; round++) {
      daemons.clock.passTo(daemons.clock.now() + 3 * MINUTE_MS)
      await daemons.resume()
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    for (const entry of truth.entries)
      if (entry.state === 'unknown' && entry.wanted.clientOrderId !== undefined)
        await take(entry, await daemons.ask(0, 'createOrder', [entry.wanted]))
    const open = await truth.open()
    for (const { wanted, id } of truth.entries)
      if (wanted.type === 'market' && open.some((row) => row.id === id))
        note(`the rest of ${id} is open at the end`)
    await truth.judgeFills()
    judgeRows(await daemons.rows(), open, truth.ordersOf, note)
    await judgeOpenRows(open)
  }

  /** What the journal has as open must be open once both processes have listed the orders and looked at each of them. */
  async function judgeOpenRows(open: readonly Order[]): Promise<void> {
    const isListed = (id: string): boolean => open.some((order) => order.id === id)
    const openIds = async (): Promise<string[]> =>
      (await daemons.rows()).flatMap(({ outcome }) =>
        outcome.state === 'placed' && outcome.isRestOpen !== true && !isEnded(outcome.order)
          ? [outcome.order.id]
          : [],
      )
    await daemons.ask(0, 'fetchOpenOrders')
    for (const id of await openIds()) if (!isListed(id)) await daemons.ask(1, 'fetchOrder', [id])
    for (const id of await openIds())
      if (!isListed(id) && (await truth.shown(id)) !== undefined)
        note(`${id} is open in the journal, and not at the venue`)
  }
}

/** It takes no call of a key whose clock is behind that of the call before, and both clocks here use one key. */
const isNonceTime = (venue: VenueId): boolean => venue === 'gemini-titan'

const toCents = (price: number): number => Number(price.toFixed(2))

/** The price of an order as the price of the outcome that another one names. */
function priceAs({ outcomeId }: Order, { outcomeId: own, price = 0 }: Order): number {
  return toCents(own === outcomeId ? price : 1 - price)
}

function describe({ side, outcomeId, price, amount }: Order): string {
  return `${side} ${amount} ${outcomeId} at ${price}`
}
