import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import { getMethodRow, methodNames } from '../../src/api/arguments/methods.js'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { createTools, readToolInput, type Tool } from '../../src/mcp/tools.js'

const tools = createTools(true)
function toolNamed(name: string): Tool {
  const found = tools.find((tool) => tool.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  return found
}

test('their schemas stand by themselves', () => {
  for (const tool of tools) expect(JSON.stringify(tool.inputSchema), tool.name).not.toContain('$ref')
})

test('tools are the rows of the table that have one; those that trade are there only where trading is', () => {
  const rows = methodNames.filter((name) => getMethodRow(name).tool !== undefined)
  expect(tools.map(({ method }) => method)).toEqual(rows)
  const readOnly = createTools(false)
  expect(readOnly.some(({ isTrade }) => isTrade)).toBe(false)
  const own = tools.filter(({ method }) => ['trading', 'account'].includes(getMethodRow(method).group))
  expect(own.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['create_order', 'balance', 'positions']),
  )
  expect(readOnly.filter(({ name }) => own.some((tool) => tool.name === name))).toEqual([])
  expect(tools.filter(({ isTrade }) => isTrade).map(({ name }) => name)).toEqual([
    'create_order',
    'create_orders',
    'edit_order',
    'cancel_order',
    'cancel_orders',
    'cancel_all_orders',
    'cancel_all_orders_after',
  ])
  expect(readOnly.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search', 'market', 'book', 'candles', 'matches']),
  )
})

describe('what is given to a tool becomes the arguments of its method', () => {
  test('candles', () => {
    const given = { exchange: 'kalshi', outcomeId: 'KXFOO', resolution: '15m', start: '2026-11-01' }
    expect(readToolInput(toolNamed('candles'), given)).toEqual({
      exchange: 'kalshi',
      args: ['KXFOO', { resolution: '15m', start: '2026-11-01', limit: '100' }],
    })
  })

  test('several orders, and several ids', () => {
    const orders = [{ marketId: 'M', outcomeId: 'O', side: 'buy', type: 'limit', amount: 1, price: 0.5 }]
    const { exchange, args } = readToolInput(toolNamed('create_orders'), { exchange: 'kalshi', orders })
    expect(exchange).toBe('kalshi')
    expect(readArguments('createOrders', args).args).toEqual([orders])
    for (const orderIds of [['A'], ['A', 'B']]) {
      const given = readToolInput(toolNamed('cancel_orders'), { exchange: 'kalshi', orderIds })
      expect(readArguments('cancelOrders', given.args).args).toEqual([orderIds])
    }
    expect(toolNamed('create_orders').inputSchema).toMatchObject({
      required: ['exchange', 'orders'],
      properties: {
        orders: { items: { required: expect.arrayContaining(['marketId', 'outcomeId', 'side', 'amount']) } },
      },
    })
    expect(readToolInput(toolNamed('cancel_all_orders'), { exchange: 'kalshi' }).args).toEqual([undefined])
  })

  test('all venues where none is said and that may be', () => {
    expect(readToolInput(toolNamed('search'), { query: 'election' })).toEqual({
      exchange: 'router',
      args: [{ query: 'election', limit: '10' }],
    })
    expect(readToolInput(toolNamed('matches'), { marketId: 'X' }).exchange).toBe('router')
    expect(() => readToolInput(toolNamed('book'), { outcomeId: 'X' })).toThrow('exchange must be one of')
  })

  test.each([
    ['candles', { limit: 501 }, 'limit must be from 1 to 500'],
    ['candles', { limit: 0 }, 'limit must be from 1 to 500'],
    ['candles', { limit: 'many' }, 'limit must be from 1 to 500'],
    ['book', { limit: 51 }, 'limit must be from 1 to 50'],
    ['trades', { limit: 201 }, 'limit must be from 1 to 200'],
    ['markets', { filter: {} }, "Unknown argument 'filter'"],
    ['markets', { constructor: 1 }, "Unknown argument 'constructor'"],
  ])('%s refuses %j', (name, given, message) => {
    expect(() => readToolInput(toolNamed(name), { exchange: 'kalshi', ...given })).toThrow(message)
  })

  test('an exchange that there is not is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (exchange) => {
        fc.pre(!(venueIds as readonly string[]).includes(exchange.toLowerCase()))
        expect(() => readToolInput(toolNamed('book'), { exchange, outcomeId: 'X' })).toThrow('exchange')
      }),
    )
  })
})
