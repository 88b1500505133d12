import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import type { BuiltOrder } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { openedWorld } from '../../support/worlds.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'
import { findTradable } from './tradable.js'

/**
 * A dry run on every venue that takes orders: what looks like a signature is searched for in what the caller gets. A
 * signed order is as good as a sent one in the hands of anyone who has it.
 */

/** The two halves of a signature of a key of Ethereum's kind, together or apart from the third part. */
const signatureText = /[0-9a-f]{128}/i

const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const trading = loaded.filter(
  (venue): venue is Venue =>
    venue?.orders !== undefined && tradingExceptions[venue.id]?.forecasts === undefined,
)

/** Venues whose orders are signed by a key of the caller's wallet. */
const signing = ['polymarket', 'limitless', 'opinion', 'probable', 'hyperliquid', 'myriad']

const signedHere: string[] = []
afterAll(() => expect(signedHere.sort()).toEqual([...signing].sort()))

describe.each(trading.map(({ id }) => [id] as const))('%s', (id) => {
  const { noResting, lots = { contracts: 20 } } = tradingExceptions[id] ?? {}
  const lot = lots.contracts
  let house: House
  let core: Awaited<ReturnType<typeof createCore>>
  let order: object

  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    const { market, outcomeId } = await findTradable(house, id, 2 * lot)
    const named = { marketId: market.marketId, outcomeId, side: 'buy', amount: lot }
    order = noResting === undefined ? { ...named, type: 'limit', price: 0.1 } : { ...named, type: 'market' }
    const config = loadConfig({ flags: {}, environment: {} })
    core = await createCore({
      config: { ...config, trading: { ...config.trading, dryRun: true } },
      effects: { clock: house.clock, random: () => 0, ids: createSystemIds() },
      log: silentLogger,
      world: { ...openedWorld(house.simulator.urls), paper: house.simulator.paper },
      candleFile: undefined,
    })
  })
  afterAll(async () => {
    await core.close()
    await house.close()
  })

  async function ask(method: MethodName, arg: unknown): Promise<unknown> {
    const call = { venue: id, signal: new AbortController().signal, credentials: undefined, trusted: true }
    return (await core.dispatcher.run(method, readArguments(method, [arg]).args, call)).data
  }
  const refusalOf = (method: MethodName, arg: unknown): Promise<PmxError> =>
    ask(method, arg).then(
      () => Promise.reject(new Error('it was done')),
      (error: PmxError) => error,
    )

  /** @returns whether a signature was taken out */
  function assertUnsigned(shown: unknown): boolean {
    const text = JSON.stringify(shown)
    expect(text).not.toMatch(signatureText)
    return text.includes('(redacted)')
  }

  test('shows the order that would be created, without its signature', async () => {
    const refusal = await refusalOf('createOrder', order)
    expect(refusal.detail).toMatchObject({ rule: 'trading.dryRun', call: { path: expect.any(String) } })
    if (assertUnsigned({ message: refusal.message, detail: refusal.detail })) signedHere.push(id)
  })

  test('builds an order that nobody can send', async () => {
    const built = (await ask('buildOrder', order)) as BuiltOrder
    assertUnsigned(built)
    const refusal = await refusalOf('submitOrder', JSON.parse(JSON.stringify(built)))
    expect(refusal.detail).toMatchObject({ rule: 'trading.dryRun' })
    assertUnsigned({ message: refusal.message, detail: refusal.detail })
  })

  test('cancels nothing', async () => {
    if (loaded.find((venue) => venue?.id === id)?.orders?.cancel === undefined) return
    expect((await refusalOf('cancelOrder', 'an-order')).detail).toMatchObject({ rule: 'trading.dryRun' })
  })
})
