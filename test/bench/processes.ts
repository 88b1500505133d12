import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFeedId } from '../../src/api/envelope/source-ids.js'
import { DAEMON_ENVIRONMENT, DAEMON_NODE_FLAGS } from '../../src/cli/process/detach.js'

export const root = process.cwd()
export const cli = join(root, 'bin/pmx-local.js')

/** Everything a bench run starts, ended together. */
export interface Bench {
  readonly folder: string
  start(file: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Started>
  end(started: Started): Promise<void>
  close(): Promise<void>
}

interface Started {
  readonly child: ChildProcess
  /** The first line it printed. */
  readonly said: string
}

export function createBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-local-bench-'))
  const running = new Set<ChildProcess>()

  async function end(child: ChildProcess): Promise<void> {
    running.delete(child)
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  return {
    folder,
    async start(file, args, environment = {}) {
      const child = spawn(process.execPath, [file, ...args], {
        env: { ...process.env, HOME: folder, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.add(child)
      let text = ''
      const said = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          const end = text.indexOf('\n')
          if (end >= 0) resolve(text.slice(0, end))
        })
        child.once('exit', () => reject(new Error(`${file} ${args.join(' ')} ended at once`)))
      })
      return { child, said }
    },
    end: ({ child }) => end(child),
    async close() {
      for (const child of running) await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface BenchDaemon {
  readonly started: Started
  readonly port: number
  readonly pid: number
}

/** Starts the simulator alone and a daemon whose venues are its, so that only the daemon is measured. */
export async function startWorldAndDaemon(bench: Bench): Promise<BenchDaemon> {
  const world = await bench.start(cli, ['simulate', '--json', '--no-limits'])
  const urls = JSON.parse(world.said) as Record<string, Record<string, string>>
  const unlimited = (isWanted: (source: string) => boolean) =>
    Object.fromEntries(
      Object.entries(urls)
        .filter(([source]) => isWanted(source))
        .map(([source, hosts]) => [source, { hosts, limits: 'none' }]),
    )
  const config = join(bench.folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({ venues: unlimited((id) => !isFeedId(id)), feeds: unlimited(isFeedId) }),
  )
  return startDaemon(bench, ['--config', config])
}

/** A daemon as the SDKs and `start --detach` start it, but for its being ours to end. */
export async function startDaemon(bench: Bench, args: readonly string[]): Promise<BenchDaemon> {
  const [first = cli, ...more] = [...DAEMON_NODE_FLAGS, cli]
  const flags = [...more, 'start', '--json', '--no-lock', '--port', '0', ...args]
  const started = await bench.start(first, flags, DAEMON_ENVIRONMENT)
  const { port, pid } = JSON.parse(started.said) as { port: number; pid: number }
  return { started, port, pid }
}

/** Processor time that a process has used, ms, where /proc tells; NaN elsewhere. */
export function processorMs(pid: number): number {
  try {
    // The name in parentheses may hold anything; of what follows the 12th and 13th are hundredths of a second.
    const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return 10 * (Number(numbers[11]) + Number(numbers[12]))
  } catch {
    return Number.NaN
  }
}

/** Time that the main thread of a process was ready and had to wait for a processor, ms, where /proc tells; NaN elsewhere. */
export function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Resident memory in bytes, where /proc tells. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
