import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openCandleStore } from '../../src/daemon/state/candle-database.js'
import { silentLogger } from '../../src/observe/logger.js'
import { deleteDatabase } from '../../src/storage/files.js'
import { bar, covers } from '../candles/store-suite.js'
import { fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('candles that come after somebody has deleted the file of a running daemon are in a new one', async () => {
  const path = join(folder.path, 'candles.db')
  const clock = fakeClock()
  const open = () => openCandleStore(path, clock, silentLogger, () => '', 86_400_000)
  const yes = { venue: 'kalshi', seriesKey: 'FOO', stepMs: 60_000, basis: 'trade' } as const
  const store = await open()
  store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
  clock.passTo(clock.now() + 1_000)
  expect([store.read(yes, { from: 0, to: 1e12 }), store.losses]).toEqual([[bar(1)], 0])
  deleteDatabase(path)
  clock.passTo(clock.now() + 1_000)
  expect([store.coverage(yes, { from: 0, to: 1e12 }), store.losses]).toEqual([[], 1])
  store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
  store.close()
  expect(existsSync(path)).toBe(true)
  const reopened = await open()
  expect(reopened.read(yes, { from: 0, to: 1e12 })).toEqual([bar(3)])
  reopened.close()
})
