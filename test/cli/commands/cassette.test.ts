import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readCassette } from '../../../src/cassette/format/cassette-file.js'
import { systemClock } from '../../../src/effects/clock.js'
import type { FaultRule } from '../../../src/simulator/faults/faults.js'
import { startSimulator } from '../../../src/simulator/server/start.js'
import { cli, type Finished, repository, run, type TestHome, testHome } from '../../support/daemon.js'
import type { Ended } from '../support/run-cli.js'
import { runHere } from '../support/run-here.js'

const pack = join(repository, 'test/cassettes/demo.cassette.jsonl')
let home: TestHome
let folder: string

beforeAll(() => {
  home = testHome()
  folder = mkdtempSync(join(tmpdir(), 'pmx-local-cassettes-'))
})
afterAll(() => {
  home.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** In this process: what is told of a cassette is no matter of processes, except where a test says so. */
function cassette(args: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  return runHere(['cassette', ...args], { HOME: home.path, NO_COLOR: '1', ...variables })
}

describe('cassette lint', () => {
  test('passes the cassette that comes with the repository', async () => {
    const { environment } = home
    const { code, stdout } = await run(process.execPath, [cli, 'cassette', 'lint', pack], { environment })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  test('fails for a key of the environment, and says where without saying it', async () => {
    const leaky = join(folder, 'leaky.jsonl')
    writeFileSync(
      leaky,
      readFileSync(pack, 'utf8').replace('"madeBy":"pmx-local', '"madeBy":"fictional-key-0815'),
    )
    const environment = { KALSHI_API_KEY: 'fictional-key-0815' }
    const { code, stdout } = await cassette(['lint', leaky], environment)
    expect(code).toBe(1)
    expect(stdout).toBe(`${leaky}:1:madeBy known_secret: holds kalshi.apiKey\n`)
    const json = await cassette(['lint', leaky, '--json'], environment)
    expect(JSON.parse(json.stdout)).toMatchObject([
      { file: leaky, line: 1, field: 'madeBy', kind: 'known_secret' },
    ])
  })

  test('names a file that is not there', async () => {
    const { code, stdout } = await cassette(['lint', join(folder, 'none.jsonl')])
    expect(code).toBe(1)
    expect(stdout).toContain('does not exist')
  })
})

describe('cassette ls, show, merge and prune', () => {
  test('list endpoints and print entries as they stand in the file', async () => {
    const { stdout } = await cassette(['ls', pack, '--json'])
    const { endpoints } = z
      .object({ endpoints: z.array(z.object({ path: z.string() })) })
      .parse(JSON.parse(stdout))
    expect(endpoints.map(({ path }) => path)).toContain('/book')
    const shown = await cassette(['show', pack, 'clob/book'])
    expect(readFileSync(pack, 'utf8')).toContain(shown.stdout)
    expect((await cassette(['show', pack, 'nothing-like-it'])).code).toBe(1)
  })

  test('merge a cassette with itself into the same bytes, packed or not', async () => {
    const out = join(folder, 'merged.jsonl')
    await cassette(['merge', pack, pack, '-o', out])
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(pack, 'utf8'))
    const packed = join(folder, 'merged.jsonl.gz')
    await cassette(['merge', pack, out, '-o', packed])
    expect(readCassette(packed)).toEqual(readCassette(pack))
  })

  test('prune what one venue answered, and nothing without a wish', async () => {
    const file = join(folder, 'pruned.jsonl')
    copyFileSync(pack, file)
    expect((await cassette(['prune', file])).code).toBe(2)
    const { stderr } = await cassette(['prune', file, '--venue', 'polymarket'])
    expect(stderr).toMatch(/^\d+ responses removed from/)
    expect(new Set(readCassette(file).entries.map(({ call }) => call.venue))).toEqual(new Set(['kalshi']))
  })

  test('prune what a replay left unused, so that the next one leaves nothing', async () => {
    const [file, list] = [join(folder, 'used.jsonl'), join(folder, 'unused.txt')]
    copyFileSync(pack, file)
    const command = ['--', process.execPath, '-e', '0']
    const replay = [cli, 'replay', file, '--unused-list', list, ...command]
    await run(process.execPath, replay, { environment: home.environment })
    await cassette(['prune', file, '--unused', list])
    expect(readCassette(file).entries).toEqual([])
  })
})

describe('a recording that was killed', () => {
  /** Of a process that cannot be there any more. */
  const header = {
    pmxCassetteJournal: 1,
    pid: 2 ** 22 + 1,
    id: 'killed',
    madeBy: 'pmx-local test',
    from: Date.UTC(2026, 10, 21, 12),
    apart: true,
  }

  function killed(name: string): string {
    const file = join(folder, name)
    const entries =
      readFileSync(pack, 'utf8')
        .match(/^\{"venue".*$/gm)
        ?.slice(0, 3) ?? []
    writeFileSync(`${file}.journal`, [JSON.stringify(header), ...entries, ''].join('\n'))
    return file
  }

  test('is merged, verified and pruned by the name of its cassette or of its journal', async () => {
    const file = killed('killed.jsonl')
    for (const name of [file, `${file}.journal`]) {
      const out = join(folder, 'both.jsonl')
      expect((await cassette(['merge', name, pack, '-o', out])).code).toBe(0)
      expect(readCassette(out).sessions).toHaveLength(2)
      expect((await cassette(['verify', name, '--venue', 'myriad'])).stderr).toContain(
        'contains no calls to verify',
      )
    }
    expect((await cassette(['prune', `${file}.journal`, '--path', '/'])).stderr).toMatch(
      /3 responses .* 0 left/,
    )
    expect(readdirSync(folder)).toContain('killed.jsonl')
    expect(readdirSync(folder)).not.toContain('killed.jsonl.journal')
  })
})

describe('cassette verify', () => {
  /** The demo world goes on with time: next year these markets would be settled. */
  const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 28, 10) }

  async function verify(faults: readonly FaultRule[]): Promise<Ended> {
    const simulator = await startSimulator({ seed: 1, clock, venues: ['kalshi'], faults })
    try {
      const config = join(folder, 'config.json')
      const kalshi = { hosts: simulator.urls.kalshi, limits: 'none' }
      writeFileSync(config, JSON.stringify({ venues: { kalshi } }))
      return await cassette(['verify', pack, '--venue', 'kalshi', '--config', config, '--json'])
    } finally {
      await simulator.close()
    }
  }
  const counts = ({ stdout }: Ended): unknown =>
    z.object({ counts: z.unknown() }).parse(JSON.parse(stdout)).counts

  test('ends well while values have changed alone', async () => {
    const verified = await verify([])
    expect(counts(verified)).toMatchObject({ drift: 0, failed: 0 })
    expect(verified.code).toBe(0)
  })

  test('fails when a field is gone', async () => {
    const verified = await verify([{ kind: 'rename-field', field: 'orderbook_fp' }])
    expect(counts(verified)).toMatchObject({ drift: 1, failed: 0 })
    expect(verified.stdout).toContain('orderbook_fp')
    expect(verified.code).toBe(1)
  })

  test('says with a code of its own that the venue could not be asked', async () => {
    const verified = await verify([{ kind: 'reset' }])
    expect(counts(verified)).toMatchObject({ drift: 0, same: 0, value: 0 })
    expect(verified.code).toBe(3)
  })
})

describe('--faults', () => {
  const start = (args: readonly string[]): Promise<Finished> =>
    run(process.execPath, [cli, 'start', '--port', '0', ...args], { environment: home.environment })

  test('is refused for the live venues and for rules nobody knows', async () => {
    expect((await start(['--faults', 'kalshi:429'])).stderr).toContain('--faults needs --demo or --replay')
    const { code, stderr } = await start(['--demo', '--faults', 'kalshi:nonsense'])
    expect(code).toBe(2)
    expect(stderr).toContain('nonsense')
  })

  test('breaks the demo world by a file of rules', async () => {
    const rules = join(folder, 'rules.txt')
    writeFileSync(rules, '# walls everywhere\nkalshi:html\npolymarket:html # here too\n')
    const script = `fetch(process.env.PMX_LOCAL_URL + '/api/kalshi/fetchEvents?limit=1').then(r => console.log(r.status))`
    const args = [
      cli,
      'record',
      join(folder, 'walls.jsonl'),
      '--demo',
      '--faults',
      rules,
      '--',
      process.execPath,
      '-e',
      script,
    ]
    expect((await run(process.execPath, args, { environment: home.environment })).stdout.trim()).toBe('403')
  })
})
