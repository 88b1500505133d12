import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SocketTalk } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { createLimitlessMock } from '../../../../src/simulator/mock-venues/limitless/index.js'
import { startSimulator } from '../../../../src/simulator/server/start.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { fakeClock } from '../../../support/clock.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, isObject, numberAt, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON, SEED } from '../../support/stage.js'

const stage = await createStage('limitless', { rhythm: 'metronome' })
const socket = createLimitlessMock().hosts['stream']?.socket
const single = firstWhere(
  stage.world.eventsAt(NOON),
  (event) =>
    event.markets.length === 1 &&
    event.series.onlyOn === undefined &&
    stateAt(event, NOON) === 'open' &&
    event.closesAt < NOON + 3_600_000,
)

/** A connection whose clock the test moves. */
function opened(search = 'EIO=4&transport=websocket', headers: Readonly<Record<string, string>> = {}) {
  if (socket === undefined) throw new Error('no socket')
  let now = NOON
  const context = () => contextOf(stage.world, now)
  const request = { method: 'GET', path: '/socket.io/', search, headers, body: undefined }
  const refusal = socket.refuse?.(request, context())
  if (refusal !== undefined) throw new Error(`refused with ${refusal}`)
  const talk: SocketTalk = socket.open(context, request)
  return {
    talk,
    hear: (frame: string) => talk.hear(frame),
    at(ms: number) {
      now = NOON + ms
      return talk.tick()
    },
  }
}

/** The payloads of events of one name. */
function eventsIn(frames: readonly string[], name: string): unknown[] {
  return frames.flatMap((frame) => {
    if (!frame.startsWith('42/markets,')) return []
    const [said, payload] = JSON.parse(frame.slice('42/markets,'.length)) as [string, unknown]
    return said === name ? [payload] : []
  })
}

const subscription = (...slugs: readonly string[]) =>
  `42/markets,${JSON.stringify(['subscribe_market_prices', { marketSlugs: slugs }])}`

describe('the opening', () => {
  test('wants the fourth engine over a websocket, and of keys only that they are right', () => {
    for (const search of ['', 'EIO=3&transport=websocket', 'EIO=4&transport=polling'])
      expect(() => opened(search)).toThrow('refused with 400')
    const keyed = (headers: Readonly<Record<string, string>>) => () => opened(undefined, headers)
    keyed({ 'x-api-key': `lmts_0x${'a'.repeat(40)}` })()
    expect(keyed({ 'x-api-key': 'nobody' })).toThrow('refused with 401')
    const forged = { 'lmts-api-key': `lmts_0x${'a'.repeat(40)}`, 'lmts-signature': 'x' }
    expect(keyed(forged)).toThrow('refused with 401')
  })

  test('the engine speaks first, then the namespace lets in', () => {
    const { talk, hear } = opened()
    expect(talk.greet?.()).toEqual([
      expect.stringMatching(/^0\{"sid":"[^"]+","upgrades":\[\],"pingInterval":25000,/),
    ])
    const joined = hear('40/markets,')
    expect(joined[0]).toMatch(/^40\/markets,\{"sid":"[^"]+"\}$/)
    expect(eventsIn(joined, 'system')).toEqual([{ message: 'Successfully registered connection' }])
    expect(hear('40/other,')).toEqual(['44/other,{"message":"Invalid namespace"}'])
    expect(hear('40')[0]).toMatch(/^40\{"sid"/)
  })

  test.each(['2', '42/markets,["early",{}]', 'hello', '42/markets,{"no":"list"}', '41/markets,'])(
    'who says %s is left',
    (frame) => {
      const { talk, hear } = opened()
      expect(hear(frame)).toEqual([])
      expect(talk.hasEnded?.()).toBe(true)
    },
  )

  test('who joins nothing is left after 45 s; who answers no ping, a minute after it', () => {
    const silent = opened()
    silent.at(44_000)
    expect(silent.talk.hasEnded?.()).toBe(false)
    silent.at(45_000)
    expect(silent.talk.hasEnded?.()).toBe(true)

    const { talk, hear, at } = opened()
    hear('40/markets,')
    expect(at(25_000)).toContain('2')
    hear('3')
    expect(at(49_900)).not.toContain('2')
    expect(at(50_000)).toContain('2')
    at(109_900)
    expect(talk.hasEnded?.()).toBe(false)
    at(110_000)
    expect(talk.hasEnded?.()).toBe(true)
  })
})

describe('books', () => {
  test('are those of REST, whole, told at once and then when they change, with a count that only grows', () => {
    const { hear, at } = opened()
    hear('40/markets,')
    const first = hear(subscription(single.slug))
    const message = 'Successfully subscribed to market price updates'
    expect(eventsIn(first, 'system')).toEqual([{ message, markets: [single.slug] }])
    let [told] = eventsIn(first, 'orderbookUpdate')
    let changes = 0
    for (let ms = 0; ms <= 600_000; ms += 10_000) {
      const [book] = eventsIn(at(ms), 'orderbookUpdate')
      hear('3')
      if (book !== undefined) {
        expect(numberAt(book, 'version')).toBeGreaterThan(numberAt(told, 'version'))
        expect(Date.parse(textAt(book, 'timestamp'))).toBe(NOON + ms)
        told = book
        changes++
      }
      // What was told last is what stands.
      stage.now = NOON + ms
      const rest = stage.get('api', `/markets/${single.slug}/orderbook`)
      for (const part of ['bids', 'asks', 'tokenId'])
        expect(dig(told, `orderbook.${part}`)).toEqual(dig(rest, part))
    }
    expect(changes).toBeGreaterThan(2)
  })

  test('of the newest subscription only, and none of groups and strangers', () => {
    const { hear, at } = opened()
    hear('40/markets,')
    hear(subscription(single.slug))
    const group = firstWhere(stage.world.eventsAt(NOON), (event) => event.markets.length > 1)
    const frames = hear(subscription(group.slug, 'nobody-knows-this-1790000000000'))
    expect(eventsIn(frames, 'orderbookUpdate')).toEqual([])
    for (let ms = 1_000; ms < 20_000; ms += 1_000) expect(eventsIn(at(ms), 'orderbookUpdate')).toEqual([])
  })

  test('end with what a market came to, told three times; there is no ack of it but of an unsubscription', () => {
    const { hear, at } = opened()
    hear('40/markets,')
    hear(subscription(single.slug))
    const market = firstWhere(single.markets, () => true)
    expect(eventsIn(at(market.closesAt - NOON), 'orderbookUpdate')).toEqual([])
    hear('3')
    const told = eventsIn(at(market.resolvesAt - NOON), 'marketResolved')
    const winning = market.payout === 1 ? ['YES', 0] : ['NO', 1]
    expect(
      told.map((one) => [dig(one, 'slug'), dig(one, 'winningOutcome'), dig(one, 'winningIndex')]),
    ).toEqual(Array.from({ length: 3 }, () => [single.slug, ...winning]))
    const leave = (channel: string) => hear(`42/markets,7${JSON.stringify(['unsubscribe', { channel }])}`)
    expect(leave('subscribe_market_prices')).toEqual(['43/markets,7[{}]'])
    expect(leave('orderbook')).toEqual(['43/markets,7[{"error":"Unknown channel"}]'])
    expect(hear('42/markets,["orderbook",{}]')).toEqual([])
  })
})

test('the connection of who breaks the rules is closed', async () => {
  const simulator = await startSimulator({ seed: SEED, clock: fakeClock(NOON), venues: ['limitless'] })
  try {
    const base = simulator.urls.limitless?.['stream']?.replace('http', 'ws')
    const client = new WebSocket(`${base}/socket.io/?EIO=4&transport=websocket`)
    const closed = new Promise((resolve) => client.on('close', resolve))
    client.on('message', () => client.send('2'))
    await closed
  } finally {
    await simulator.close()
  }
})

test.runIf(haveSamples)('members and types are those of the recordings', () => {
  const recorded = ['ws-frames-2026-08-31.json', 'syn-limitless_ws.json'].flatMap(
    (name) => dig(sample('limitless', name), 'frames') as string[],
  )
  const { talk, hear } = opened()
  const emitted = [...(talk.greet?.() ?? []), ...hear('40/markets,'), ...hear(subscription(single.slug))]
  const bodies = (frames: readonly string[]) =>
    Object.fromEntries(
      frames.flatMap((frame) => {
        const [, head = '', body = ''] = /^(\d+(?:\/markets,)?)(.*)$/.exec(frame) ?? []
        const json: unknown = JSON.parse(body)
        return [Array.isArray(json) ? [`${head}${json[0]}`, json[1]] : [head, json]]
      }),
    )
  expect(
    differences(bodies(emitted), learnShape([bodies(recorded.slice(0, 5)), bodies(recorded.slice(6))])),
  ).toEqual([])
  expect(rowsAt(bodies(emitted)['42/markets,orderbookUpdate'], 'orderbook.bids').every(isObject)).toBe(true)
})
