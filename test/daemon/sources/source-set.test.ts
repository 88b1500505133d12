import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.js'
import { type WorldChoice, worldOf } from '../../../src/daemon/sources/source-set.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { fakeClock } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'

const environment = { METACULUS_API_TOKEN: 'a-real-token' }
const folder = temporaryFolder()

function choose(choice: WorldChoice, flags: Parameters<typeof loadConfig>[0]['flags'] = {}) {
  return worldOf(choice, loadConfig({ flags, environment: {} }), { environment })
}

const replay: WorldChoice = { kind: 'replay', files: ['a.jsonl'], onRepeat: 'last', time: 'recorded' }

describe('a world', () => {
  const real = { held: { metaculus: { apiToken: 'a-real-token' } }, lent: {} }
  const played = { held: {}, lent: { metaculus: { apiToken: 'demo-token' } } }
  test.each<[WorldChoice, object]>([
    [{ kind: 'live' }, { ...real, mode: 'live', recording: undefined }],
    [
      { kind: 'live', anonymous: true },
      { held: {}, lent: {}, mode: 'live', recording: undefined },
    ],
    [{ kind: 'demo' }, { ...played, mode: 'demo', recording: undefined }],
    [replay, { ...played, mode: 'replay', recording: undefined }],
    [
      { kind: 'record', file: 'a.jsonl', of: { kind: 'live' } },
      { ...real, mode: 'live', recording: 'a.jsonl' },
    ],
    [
      { kind: 'record', file: 'a.jsonl', of: { kind: 'demo' } },
      { ...played, mode: 'demo', recording: 'a.jsonl' },
    ],
  ])('%j has real credentials only where real venues are asked', (choice, facts) => {
    expect(choose(choice)).toMatchObject(facts)
  })

  test('works offline where the configuration says so, but for a cassette, whose matter is what venues say', () => {
    const record: WorldChoice = { kind: 'record', file: 'a.jsonl', of: { kind: 'live' } }
    const choices: WorldChoice[] = [{ kind: 'live' }, { kind: 'demo' }, record, replay]
    const told = (offline: boolean) => choices.map((choice) => choose(choice, { offline }).offline)
    expect(told(true)).toEqual([true, true, false, false])
    expect(told(false)).toEqual([false, false, false, false])
  })

  test('keeps its candles and pins in files of its own, and nowhere with a cassette or without a cache', () => {
    const candles = (choice: WorldChoice, flags = {}) => choose(choice, flags).files('state')?.candles
    expect(candles({ kind: 'live' })).toBe(join('state', 'candles.db'))
    expect(candles({ kind: 'demo' })).toMatch(/candles-demo-\d+\.db$/)
    expect(candles(replay)).toBeUndefined()
    expect(candles({ kind: 'record', file: 'a.jsonl', of: { kind: 'live' } })).toBeUndefined()
    expect(candles({ kind: 'live' }, { cache: { enabled: false } })).toBeUndefined()
  })
})

describe('opening a world', () => {
  const clock = fakeClock()
  const deps = {
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    instance: { pid: process.pid, instanceId: 'me', mode: 'demo', version: '0.0.0', startedAt: clock.now() },
    withhold: [],
    onMerge: () => {},
  }
  const config = loadConfig({ flags: {}, environment: {} })
  const urls = { kalshi: { api: 'http://127.0.0.1:1' } }

  test('closes the demo world, then what records it', async () => {
    const closed: string[] = []
    const startDemo = async () => ({ urls, close: async () => void closed.push('demo') })
    const file = join(folder.path, 'closed.jsonl')
    const world = worldOf({ kind: 'record', file, of: { kind: 'demo' } }, config, { environment, startDemo })
    const opened = await world.open(deps)
    expect(opened).toMatchObject({ urls, held: {}, cassette: { kind: 'record', files: [file] } })
    await opened.close()
    await opened.close()
    expect(closed).toEqual(['demo'])
    // The name is free again: the recording was closed.
    await (await world.open(deps)).close()
  })

  test('tells why it cannot be opened, whatever goes wrong with giving back', async () => {
    const gone = join(folder.path, 'gone')
    mkdirSync(gone)
    const choice: WorldChoice = { kind: 'record', file: join(gone, 'a.jsonl'), of: { kind: 'demo' } }
    const startDemo = async () => {
      rmSync(gone, { recursive: true })
      throw new Error('no port')
    }
    await expect(worldOf(choice, config, { environment, startDemo }).open(deps)).rejects.toThrow('no port')
  })

  test('gives back what was opened when the rest cannot be', async () => {
    const file = join(folder.path, 'half.jsonl')
    const choice: WorldChoice = { kind: 'record', file, of: { kind: 'demo' } }
    const startDemo = async () => Promise.reject(new Error('no port'))
    await expect(worldOf(choice, config, { environment, startDemo }).open(deps)).rejects.toThrow('no port')
    const works = async () => ({ urls, close: async () => undefined })
    await (await worldOf(choice, config, { environment, startDemo: works }).open(deps)).close()
  })
})
