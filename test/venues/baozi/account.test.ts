import { expect, test } from 'vitest'
import { baozi } from '../../../src/venues/baozi/index.js'
import { failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { nodeWith } from './node.js'
import {
  addressOf,
  inContext,
  marketBytes,
  positionBytes,
  raceBytes,
  racePositionBytes,
  result,
  row,
  wallet,
} from './payloads.js'

const positionsOf = present(baozi.account?.positionsOf)
const user = addressOf('wallet')
const other = Buffer.alloc(32, 5)
const markets = [
  row('open', marketBytes({ number: 1n })),
  row('won', marketBytes({ number: 2n, status: 2, winner: true })),
  row('void', marketBytes({ number: 3n, status: 3 })),
  row('race', raceBytes({ number: 1n })),
]

test('stakes in SOL, by outcome, without what is lost, collected or another wallet’s', async () => {
  const { ctx, asked } = nodeWith([
    ...markets,
    row('p1', positionBytes(wallet, 1n, [50_000_000n, 10_000_000n])),
    row('p2', positionBytes(wallet, 2n, [20_000_000n, 30_000_000n])),
    row('p3', positionBytes(wallet, 3n, [0n, 7_000_000n])),
    row('p4', positionBytes(wallet, 1n, [90_000_000n], true)),
    row('p5', positionBytes(other, 1n, [90_000_000n])),
    row('p6', racePositionBytes(wallet, 1n, [0n, 0n, 11_000_000n])),
  ])
  const held = await positionsOf(` ${user} `, ctx)
  const [open, won, called, race] = ['open', 'won', 'void', 'race'].map(addressOf)
  expect(held).toEqual([
    { marketId: open, outcomeId: `${open}-YES`, outcomeLabel: 'Yes', size: 0.05, currentPrice: 0.75 },
    { marketId: open, outcomeId: `${open}-NO`, outcomeLabel: 'No', size: 0.01, currentPrice: 0.25 },
    { marketId: won, outcomeId: `${won}-YES`, outcomeLabel: 'Yes', size: 0.02, currentPrice: 1 },
    { marketId: called, outcomeId: `${called}-NO`, outcomeLabel: 'No', size: 0.007, currentPrice: 0.25 },
    {
      marketId: race,
      outcomeId: `${race}-2`,
      outcomeLabel: 'Herons',
      size: 0.011,
      currentPrice: 0.1369863014,
    },
  ])
  expect(asked().sort()).toEqual([
    'getProgramAccounts Market',
    'getProgramAccounts RaceMarket',
    'getProgramAccounts RacePosition filtered',
    'getProgramAccounts UserPosition filtered',
  ])
})

test('a wallet without stakes costs no scan of the markets', async () => {
  const { ctx, asked } = nodeWith(markets)
  expect(await positionsOf(user, ctx)).toEqual([])
  expect(asked()).toHaveLength(2)
})

test('a stake in a market that the node does not tell is told as missing', async () => {
  const { ctx: strict } = nodeWith([...markets, row('p', positionBytes(wallet, 77n, [1n]))])
  const ctx = tolerant(strict)
  expect(await positionsOf(user, ctx)).toEqual([])
  expect(ctx.omissions.cut).toEqual(['the position in Market 77, which Baozi does not return'])
})

test('a stake in another currency, whose unit nobody has seen, is told as missing', async () => {
  const { ctx: strict } = nodeWith([
    row('coin', marketBytes({ number: 4n, currency: 1 })),
    row('p', positionBytes(wallet, 4n, [1n])),
  ])
  const ctx = tolerant(strict)
  expect(await positionsOf(user, ctx)).toEqual([])
  expect(ctx.omissions.cut).toEqual([`the position in ${addressOf('coin')}, which is not in SOL`])
})

test('another wallet’s position is an error: the filter was not honoured', async () => {
  const { ctx } = nodeWith([], () => result([row('p', positionBytes(other, 1n, [1n]))]))
  expect(await failureOf(() => positionsOf(user, ctx))).toMatchObject({ detail: { kind: 'drift' } })
})

test.each(['', 'me', `0x${'ab'.repeat(20)}`, `${user}1`])('%j is no wallet', async (address) => {
  const { ctx, asked } = nodeWith([])
  const failure = await failureOf(() => positionsOf(address, ctx))
  expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', field: 'address' })
  expect(asked()).toEqual([])
})

test('the SOL of a wallet, of which none is locked', async () => {
  const { ctx, wire } = nodeWith([], ({ method }) =>
    method === 'getBalance' ? inContext(1_234_567_891) : undefined,
  )
  const balanceOf = present(baozi.account?.balanceOf)
  expect(await balanceOf(` ${user} `, ctx)).toEqual([
    { currency: 'SOL', total: 1.234567891, available: 1.234567891, locked: 0 },
  ])
  expect(wire.calls[0]?.body).toMatchObject({ params: [user, { commitment: 'confirmed' }] })
})

test.each([-1, 0.5, null, '5'])('%j lamports are an error and no balance', async (value) => {
  const { ctx } = nodeWith([], () => inContext(value))
  const failure = await failureOf(() => present(baozi.account?.balanceOf)(user, ctx))
  expect(failure).toMatchObject({ detail: { kind: 'drift' } })
})
