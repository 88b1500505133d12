import { describe, expect, test } from 'vitest'
import { demoWallets, holdingsOf } from '../../../../src/simulator/world/wallets.js'
import { dig, numberAt, type Row, rowsAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { askKeyed } from './read.js'

const stage = await createStage('opinion')
const wallet = demoWallets[0]?.address ?? ''
const ask = (path: string, headers?: Readonly<Record<string, string>>) => askKeyed(stage, path, headers)

function all(path: string): Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const result = dig(ask(`${path}?limit=20&page=${page}`), 'result')
    rows.push(...rowsAt(result, 'list'))
    if (rows.length >= numberAt(result, 'total')) return rows
  }
}

test('positions need a key', () => {
  expect(ask(`/positions/user/${wallet}`, {})).toEqual({
    errmsg: 'Invalid API key',
    errno: 11002,
    result: null,
  })
})

describe('a public wallet', () => {
  const held = holdingsOf(stage.world, wallet, NOON).filter(
    ({ market }) => stage.world.eventOf(market).series.onlyOn === undefined,
  )

  test('shows what the world says it holds, largest first', () => {
    const rows = all(`/positions/user/${wallet.toUpperCase().replace('0X', '0x')}`)
    const sizes = rows.map((row) => Number(row['sharesOwned']))
    expect(sizes).toEqual(held.map(({ size }) => size).sort((a, b) => b - a))
    for (const row of rows.slice(0, 20)) {
      const market = dig(ask(`/market/${numberAt(row, 'marketId')}`), 'result.data')
      const side = row['outcomeSide'] === 1 ? 'yesTokenId' : 'noTokenId'
      expect(row['tokenId']).toBe(dig(market, side))
    }
  })

  test('can be asked for one market', () => {
    const number = held[0]?.market.number
    const result = dig(ask(`/positions/user/${wallet}?marketId=${number}`), 'result')
    expect(rowsAt(result, 'list').map((row) => row['marketId'])).toEqual([number])
  })

  test('of a stranger is empty, of something else refused', () => {
    const stranger = ask(`/positions/user/0x${'1'.repeat(40)}`)
    expect(stranger).toEqual({ errmsg: '', errno: 0, result: { list: [], total: 0 } })
    expect(ask('/positions/user/nobody')).toMatchObject({ code: 400 })
  })
})
