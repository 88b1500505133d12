import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { repository, run, startDaemonProcess, testHome } from '../support/daemon.js'

/** The unmodified SDK with keys that `demo-keys` prints trades the demo, and raises what it promises to raise. */
const venues = ['polymarket', 'kalshi', 'limitless', 'opinion'] as const

interface Raised {
  readonly name: string
  readonly code: string
  readonly message: string
}
interface Traded {
  readonly failed?: string
  readonly balance: readonly (readonly number[])[]
  readonly outcomeId: string
  readonly bound: number
  readonly positions: readonly { readonly outcomeId: string; readonly size: number }[]
  readonly trades: readonly { readonly price: number; readonly amount: number }[]
  readonly taken: { readonly filled: number }
  readonly errors: Readonly<Record<string, Raised>>
}

type Keys = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Everything that was written or told: files of the daemon, its output, its pages, and what the client was answered. */
let written: string
let keys: Keys
let traded: Readonly<Record<(typeof venues)[number], Traded>>

beforeAll(async () => {
  const home = testHome()
  const daemon = await startDaemonProcess(home, ['--demo', '--log-level', 'debug'])
  const texts: string[] = []
  try {
    const { environment } = home
    const command = join(repository, 'bin/pmx-local.js')
    const printed = await run(process.execPath, [command, 'demo-keys', '--json', ...venues], { environment })
    const foreign = Object.fromEntries(
      venues.map((id) => [id, id === 'kalshi' ? '1'.repeat(77) : 'KXANY-26-A']),
    )
    keys = JSON.parse(printed.stdout) as Keys
    const script = join(repository, 'test/conformance/scripts/trade.cjs')
    const ran = await run(process.execPath, [script, JSON.stringify({ ...keys, foreign })], { environment })
    expect(ran.stderr).toBe('')
    traded = JSON.parse(ran.stdout) as typeof traded
    texts.push(ran.stdout)
    for (const path of ['metrics', 'health?verbose', 'ui/requests', 'ui/status'])
      texts.push(await (await fetch(`${daemon.address}/${path}`)).text())
    texts.push(
      (await run(process.execPath, [command, 'orders', 'log', '--demo', '--json'], { environment })).stdout,
    )
  } finally {
    const { stdout, stderr } = await daemon.stop()
    texts.push(stdout, stderr)
    for (const entry of readdirSync(home.stateDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts.push(readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    written = texts.join('\n')
    home.remove()
  }
})

describe.each(venues)('%s', (venue) => {
  test('an order rests, is found and taken back; another one is filled, and is a position', () => {
    expect(traded[venue].failed).toBeUndefined()
    expect(traded[venue]).toMatchObject({
      rested: { status: 'open', found: true, amount: 120, price: 0.05 },
      open: true,
      canceled: 'canceled',
      gone: true,
      submitted: 'open',
    })
    const { balance, outcomeId, bound, positions, trades, taken } = traded[venue]
    expect(balance).toEqual(venue === 'limitless' ? [] : [[10_000, 10_000]])
    expect(taken.filled).toBeGreaterThan(0)
    const bought = trades.reduce((sum, { amount }) => sum + amount, 0)
    expect(positions).toEqual([{ outcomeId, size: expect.closeTo(bought, 6) }])
    // Limitless and Opinion take their fee of a purchase in contracts.
    if (venue === 'limitless' || venue === 'opinion') expect(bought).toBeLessThanOrEqual(taken.filled)
    else expect(bought).toBeCloseTo(taken.filled, 6)
    expect(trades.every(({ price }) => price <= bound)).toBe(true)
  })

  test.each([
    ['a price of two', 'InvalidOrder', 'INVALID_ORDER'],
    ['a price of nothing', 'InvalidOrder', 'INVALID_ORDER'],
    ['a price of one', 'InvalidOrder', 'INVALID_ORDER'],
    ['a size below nothing', 'InvalidOrder', 'INVALID_ORDER'],
    ['a size that is no number', 'ValidationError', 'VALIDATION_ERROR'],
    ['a size that is too large a number', 'ValidationError', 'VALIDATION_ERROR'],
    ['more than there is', 'InsufficientFunds', 'INSUFFICIENT_FUNDS'],
    ['an order that is none', 'OrderNotFound', 'ORDER_NOT_FOUND'],
    ['an outcome that is none', 'NotFoundError', 'NOT_FOUND'],
    ['an outcome of another venue', 'NotFoundError', 'NOT_FOUND'],
    ['a side that is none', 'ValidationError', 'VALIDATION_ERROR'],
    ['a key that is none', 'AuthenticationError', 'AUTHENTICATION_ERROR'],
  ])('%s raises %s', (what, name, code) => {
    expect(traded[venue].errors[what]).toMatchObject({ name, code })
  })

  test('a size of twenty digits is more than the account has, or than the venue takes', () => {
    const { name } = traded[venue].errors['a size of twenty digits'] ?? {}
    expect(['InvalidOrder', 'InsufficientFunds']).toContain(name)
  })
})

test('no key, and no part of one that could be used, is in anything that was written or told', () => {
  expect(written.length).toBeGreaterThan(100_000)
  // Orders were logged, and by their accounts' doings, so that there was something to hide.
  expect(written).toContain('createOrder')
  for (const [venue, texts] of Object.entries(keys)) {
    for (const [name, text] of Object.entries(texts)) {
      if (name === 'signatureType' || (venue === 'kalshi' && name === 'apiKey')) continue
      const bare =
        text
          .replace(/^0x/, '')
          .split('\n')
          .find((line) => line.length > 30 && !line.startsWith('-----')) ?? text
      for (const spelled of [
        bare,
        bare.toUpperCase(),
        Buffer.from(bare, 'hex').toString('base64').slice(0, 40),
      ])
        if (spelled.length > 15) expect(written.includes(spelled), `${venue} ${name}`).toBe(false)
    }
  }
})
