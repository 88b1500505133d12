import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  capabilityNames,
  getMethodRow,
  isMethodName,
  methodNames,
} from '../../../src/api/arguments/methods.js'

const gettable = `fetchMarkets fetchMarketsPaginated fetchEvents fetchEventsPaginated fetchSeries fetchMarket
  fetchEvent fetchEventMetadata fetchOHLCV fetchOrderBook fetchTrades fetchOrder fetchOpenOrders fetchClosedOrders
  fetchAllOrders fetchMyTrades fetchPositions fetchBalance fetchMarketMatches fetchEventMatches fetchRelatedMarkets
  fetchMatchedMarkets fetchMatchedPrices fetchHedges fetchArbitrage has fetchEventOHLCV fetchTradingFee
  fetchMySettlementHistory`
const postOnly = `loadMarkets fetchOrderBooks createOrder buildOrder submitOrder cancelOrder createOrders editOrder cancelOrders cancelAllOrders cancelAllOrdersAfter getExecutionPrice
  getExecutionPriceDetailed filterMarkets filterEvents watchOrderBook watchOrderBooks unwatchOrderBook watchTrades
  watchOrders watchMyTrades watchPositions watchAddress unwatchAddress close getAuthNonce loginWithSignature logout compareMarketPrices fetchMatches callApi
  testDummyMethod initAuth preWarmMarket fetchEventsPage searchMarkets getMarketsBySlug searchEvents isSessionActive
  getEventById getEventBySlug watchPrices watchUserPositions watchUserTransactions`
const words = (text: string): string[] => text.split(/\s+/)

test('the methods and their verbs are exactly the contract', () => {
  const byVerb = (verb: 'get' | 'post'): string[] =>
    methodNames.filter((name) => getMethodRow(name).verb === verb)
  expect(byVerb('get').sort()).toEqual(words(gettable).sort())
  expect(byVerb('post').sort()).toEqual(words(postOnly).sort())
})

test('the keys of the capability map are exactly the contract', () => {
  const keys = `fetchMarkets fetchEvents fetchSeries fetchOHLCV fetchOrderBook fetchOrderBooks fetchTrades createOrder
    cancelOrder fetchOrder fetchOpenOrders fetchPositions fetchBalance watchAddress unwatchAddress watchOrderBook
    watchOrderBooks unwatchOrderBook watchTrades fetchMyTrades fetchClosedOrders fetchAllOrders buildOrder submitOrder
    fetchMarketMatches fetchMatches fetchEventMatches compareMarketPrices fetchRelatedMarkets fetchMatchedMarkets
    fetchMatchedPrices fetchHedges fetchArbitrage createOrders editOrder cancelOrders cancelAllOrders cancelAllOrdersAfter
    fetchTradingFee fetchMySettlementHistory watchOrders watchMyTrades watchPositions`
  expect([...capabilityNames].sort()).toEqual(words(keys).sort())
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'FetchMarkets', 'fetchmarkets', ''])(
  '%j is no method',
  (name) => {
    expect(isMethodName(name)).toBe(false)
  },
)

test('only the last argument of a method may take the rest of a query', () => {
  for (const name of methodNames) {
    const objects = getMethodRow(name).args.flatMap((arg, index) => (arg.kind === 'object' ? [index] : []))
    if (getMethodRow(name).verb === 'get') expect(objects.length, name).toBeLessThanOrEqual(1)
  }
})

test('an alias points at a field of the same object', () => {
  for (const name of methodNames) {
    for (const { fields = {} } of getMethodRow(name).args) {
      for (const { aliasOf } of Object.values(fields))
        if (aliasOf !== undefined) expect(fields).toHaveProperty(aliasOf)
    }
  }
})

test('optional arguments come after the required ones', () => {
  for (const name of methodNames) {
    const optional = getMethodRow(name).args.map((arg) => arg.optional === true)
    expect(optional, name).toEqual([...optional].sort())
  }
})

const facts = new URL('../../../../shared/contract/methods.json', import.meta.url)

describe.runIf(existsSync(facts))('against the recorded facts of the wire', () => {
  const fieldFacts = z.object({
    name: z.string(),
    type: z.string(),
    enum: z.array(z.string()).optional(),
    aliasOf: z.string().optional(),
  })
  const argFacts = z.object({
    name: z.string(),
    kind: z.string(),
    optional: z.boolean().optional(),
    fields: z.array(fieldFacts).optional(),
  })
  const methodFacts = z.object({
    verb: z.string(),
    has: z.boolean().optional(),
    group: z.string(),
    args: z.array(argFacts),
  })
  const table = existsSync(facts)
    ? z.object({ methods: z.record(z.string(), methodFacts) }).parse(JSON.parse(readFileSync(facts, 'utf8')))
        .methods
    : {}

  /** Types that the facts write in more words than the table needs, or where we read them more leniently. */
  const typeHere: Readonly<Record<string, string>> = {
    'OrderLevel[]': 'any',
    unknown: 'any',
    '{to,data,value:string,chainId:number}': 'object',
  }
  const datesHere = new Set(['fetchOrderBook.since', 'fetchOrderBook.until'])
  /** Lists that grow on the venues' side, or that we check with more words than a list has. */
  const openEnums = new Set([
    ...['resolution', 'relation', 'sort', 'category', 'relations', 'sourceExchange', 'exchange'],
  ])

  /** Ours, beside what the hosted service has. */
  const ownMethods = [
    'fetchEventOHLCV',
    'createOrders',
    'editOrder',
    'cancelOrders',
    'cancelAllOrders',
    'cancelAllOrdersAfter',
    'fetchTradingFee',
    'fetchMySettlementHistory',
    'watchOrders',
    'watchMyTrades',
    'watchPositions',
    // Of SDKs that came after the facts.
    ...['isSessionActive', 'getEventById', 'getEventBySlug'],
    ...['watchPrices', 'watchUserPositions', 'watchUserTransactions'],
  ]

  const ofVenue = (method: string): string[] => [`${method}.sourceExchange`, `${method}.exchange`]

  /** Members that we know beside those of the facts: of orders a name, how long they last and what upstream 2.54 sends, and of books that are watched what those that are fetched have. */
  const ownMembers = new Set([
    ...['createOrder', 'buildOrder'].flatMap((method) =>
      [
        ...['clientOrderId', 'builder', 'builderFee'],
        ...['postOnly', 'timeInForce', 'expiration', 'reduceOnly', 'cancelOnPause', 'orderGroupId'],
      ].map((member) => `${method}.${member}`),
    ),
    // Other names of start, end and resolution, as SDKs and ccxt have them.
    ...['fetchOHLCV', 'fetchTrades'].flatMap((method) => [`${method}.since`, `${method}.until`]),
    ...['timeframe', 'interval'].map((member) => `fetchOHLCV.${member}`),
    ...['side', 'outcome', 'since', 'until', 'limit'].map((member) => `watchOrderBook.${member}`),
    // Whether the open candle is left out.
    'fetchOHLCV.partial',
    // Which events of one series are listed.
    'fetchSeries.status',
    // Of lists, whether what asks the same stands together.
    ...['fetchMarkets', 'fetchEvents', 'fetchMarket', 'fetchEvent'].map((method) => `${method}.grouped`),
    ...['searchMarkets', 'searchEvents', 'fetchEventsPage'].map((method) => `${method}.grouped`),
    // Of matches, the venue of a name that several have; the address of an event is sent by the SDK of Python.
    ...['fetchMarketMatches', 'fetchMatches', 'compareMarketPrices', 'fetchRelatedMarkets'].flatMap(ofVenue),
    ...['fetchHedges', 'fetchEventMatches'].flatMap(ofVenue),
    'fetchEventMatches.url',
  ])

  /** Arguments that later SDKs send. */
  const ownArguments = new Set(['logout.walletAddress'])

  test('no method is missing and none is invented but our own', () => {
    expect([...methodNames].sort()).toEqual([...Object.keys(table), ...ownMethods].sort())
  })

  test.each(Object.entries(table))(
    '%s has the verb, group, arguments and fields of the facts',
    (name, row) => {
      if (!isMethodName(name)) throw new Error(`${name} is not in the table`)
      const ours = getMethodRow(name)
      expect(ours.verb).toBe(row.verb === 'get' ? 'get' : 'post')
      expect(ours.group).toBe(row.group)
      const shared = ours.args.filter((arg) => !ownArguments.has(`${name}.${arg.name}`))
      expect(shared.map(({ name: own, kind }) => [own, kind])).toEqual(
        row.args.map(({ name, kind }) => [name, kind]),
      )
      shared.forEach((arg, index) => {
        const fields = row.args[index]?.fields ?? []
        if (row.args[index]?.optional === true) expect(arg.optional, arg.name).toBe(true)
        const wanted = fields.map((field) => {
          const dates = datesHere.has(`${name}.${field.name}`)
          return [field.name, dates ? 'date' : (typeHere[field.type] ?? field.type)]
        })
        const known = Object.entries(arg.fields ?? {})
          .filter(([field]) => !ownMembers.has(`${name}.${field}`))
          .map(([field, { type }]) => [field, type])
        expect(known.sort(), arg.name).toEqual(wanted.sort())
        for (const field of fields) {
          const here = arg.fields?.[field.name]
          expect(here?.aliasOf, field.name).toBe(field.aliasOf)
          if (field.enum !== undefined && here?.enum !== undefined && openEnums.has(field.name))
            expect(here.enum, field.name).toEqual(expect.arrayContaining(field.enum as string[]))
          else if (!openEnums.has(field.name)) expect(here?.enum, field.name).toEqual(field.enum)
        }
      })
    },
  )

  test('the capability keys are those that the facts mark', () => {
    const marked = Object.entries(table).filter(([, { has }]) => has === true)
    const known = capabilityNames.filter((name) => !ownMethods.includes(name))
    expect(known.sort()).toEqual(marked.map(([name]) => name).sort())
  })
})
