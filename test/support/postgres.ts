import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of its own, on a socket in its folder. */
export interface Postgres {
  /** The address of its database. */
  readonly address: string
  /** Runs a statement. @returns the lines of the result, cells divided by `|` */
  query(sql: string): string[]
  /** Runs a script of psql. */
  run(script: string): void
  /** Starts it again, as after a crash. */
  restart(): void
  close(): void
}

const DEBIAN = '/usr/lib/postgresql'

/** Returns the folder of the server's programs; undefined where it is not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return spawnSync('psql', ['--version']).status === 0
    ? folders.find((folder) => existsSync(join(folder, 'initdb')))
    : undefined
}

/** Starts a server with the programs of a folder. It refuses to run as root, so that root starts it as `postgres`. */
export function startPostgres(programs: string): Postgres {
  const { folder, account } = createFolder('pmx-pg-')
  const data = join(folder, 'data')
  const runProgram = (program: string, ...words: string[]): void => {
    execFileSync(join(programs, program), words, {
      ...account,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '' },
    })
  }
  runProgram('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8')
  const settings = `-k ${folder} -c listen_addresses='' -c fsync=off`
  runProgram('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  const address = `postgres:///postgres?host=${folder}&user=postgres`
  return {
    address,
    query(sql) {
      const flags = ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-d', address, '-c', sql]
      const text = execFileSync('psql', flags, { encoding: 'utf8', env: { ...process.env, PGTZ: 'UTC' } })
      return text === '' ? [] : text.trimEnd().split('\n')
    },
    run(script) {
      const flags = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', address]
      execFileSync('psql', flags, { input: script, stdio: ['pipe', 'ignore', 'inherit'] })
    },
    restart() {
      const log = join(folder, 'log')
      runProgram('pg_ctl', '-D', data, '-w', '-m', 'immediate', '-l', log, '-o', settings, 'restart')
    },
    close() {
      runProgram('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a folder for a server that refuses to run as root. */
export function createFolder(prefix: string): { readonly folder: string; readonly account: Account } {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const account = process.getuid?.() === 0 ? accountOf('postgres') : {}
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  return { folder, account }
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

function accountOf(name: string): Account {
  const read = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}
