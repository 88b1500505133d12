import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test, vi } from 'vitest'
import { type AssistantDeps, createAssistantServer } from '../../src/mcp/server.js'
import { srcGuide } from '../support/guide.js'

const order = {
  exchange: 'kalshi',
  marketId: 'M',
  outcomeId: 'O',
  side: 'buy',
  type: 'limit',
  amount: 5,
  price: 0.4,
}

/** What the person answers when he is asked. */
type Said = {
  action: 'accept' | 'decline'
  content?: { confirm: boolean }
}

/** A client of the official SDK beside a server over calls that are only remembered. */
async function setUp(deps: Partial<AssistantDeps> = {}, person?: () => Said | Promise<Said>) {
  const calls: unknown[][] = []
  const slept: number[] = []
  let now = 0
  const server = createAssistantServer({
    version: '1.0.0',
    guide: srcGuide,
    trading: true,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms)
      now += ms
    },
    call: async (...call) => {
      calls.push(call.slice(0, 3))
      return { headers: {}, body: { success: true, data: { id: '1' } } }
    },
    ...deps,
  })
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: person === undefined ? {} : { elicitation: { form: {} } } },
  )
  const asked: string[] = []
  if (person !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return person()
    })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  return { client, calls, asked, slept }
}

test('an order needs the word of the person: through the assistant where it cannot ask him', async () => {
  const { client, calls } = await setUp()
  const refused = await client.callTool({ name: 'create_order', arguments: order })
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'PERMISSION_DENIED' } },
  })
  expect(calls).toEqual([])
  expect(
    (await client.callTool({ name: 'create_order', arguments: { ...order, confirm: true } })).isError,
  ).toBeUndefined()
  const { exchange, ...rest } = order
  expect(calls).toEqual([[exchange, 'createOrder', [{ ...rest, amount: '5', price: '0.4' }]]])
})

test.each([
  ['accepts and ticks the box', { action: 'accept', content: { confirm: true } }, 1],
  ['accepts without the tick', { action: 'accept', content: { confirm: false } }, 0],
  ['declines', { action: 'decline' }, 0],
] as const)(
  'where he can be asked, it is placed only if he %s, whatever the assistant says',
  async (_what, says, placed) => {
    const { client, calls, asked } = await setUp({}, () => says)
    await client.callTool({ name: 'create_order', arguments: { ...order, confirm: true } })
    expect(calls).toHaveLength(placed)
    expect(asked[0]).toContain('"outcomeId":"O"')
  },
)

test('a call that is taken back while the person thinks places nothing, even when he says yes then', async () => {
  let sayYes: (said: Said) => void = () => {}
  const yes = new Promise<Said>((resolve) => {
    sayYes = resolve
  })
  let begin = (): void => {}
  const thinking = new Promise<void>((resolve) => {
    begin = resolve
  })
  const { client, calls } = await setUp({}, () => {
    begin()
    return yes
  })
  const taken = new AbortController()
  const call = client.callTool({ name: 'create_order', arguments: order }, undefined, {
    signal: taken.signal,
  })
  await thinking
  taken.abort()
  await expect(call).rejects.toThrow()
  sayYes({ action: 'accept', content: { confirm: true } })
  await client.ping()
  expect(calls).toEqual([])
})

test('a person may think for minutes before he says yes', async () => {
  vi.useFakeTimers()
  try {
    let sayYes: (said: Said) => void = () => {}
    const { client, calls, asked } = await setUp({}, () => new Promise<Said>((resolve) => (sayYes = resolve)))
    const call = client.callTool({ name: 'create_order', arguments: order }, undefined, {
      timeout: 3_600_000,
    })
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    expect([asked.length, calls]).toEqual([1, []])
    sayYes({ action: 'accept', content: { confirm: true } })
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).isError).not.toBe(true)
    expect(calls).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test('without trading there is no such tool', async () => {
  const { client } = await setUp({ trading: false })
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  await expect(
    client.callTool({ name: 'create_order', arguments: { ...order, confirm: true } }),
  ).rejects.toThrow("No tool 'create_order'")
})

test('lists that are being read for the first time are waited for, and not for ever', async () => {
  let asked = 0
  const error = {
    message: 'being read',
    code: 'CATALOG_UNAVAILABLE',
    retryAfter: 1,
    detail: { kind: 'still_listing' },
  }
  const call = (until: number) => async () => {
    asked++
    return { headers: {}, body: asked > until ? { success: true, data: [] } : { success: false, error } }
  }
  const patient = await setUp({ call: call(3) })
  expect(await patient.client.callTool({ name: 'search', arguments: {} })).toMatchObject({
    structuredContent: { data: [] },
  })
  expect(patient.slept).toEqual([1000, 1000, 1000])
  asked = 0
  const { client, slept } = await setUp({ call: call(Number.POSITIVE_INFINITY) })
  expect(await client.callTool({ name: 'search', arguments: {} })).toMatchObject({ isError: true })
  expect(slept).toHaveLength(20)
})

test('the pages of the guide are resources', async () => {
  const { client } = await setUp()
  const { resources } = await client.listResources()
  expect(resources.length).toBeGreaterThan(0)
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri })
    expect(contents[0]).toMatchObject({ uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# /) })
  }
  await expect(client.readResource({ uri: 'pmx://guide/../../package' })).rejects.toThrow('No resource')
})
