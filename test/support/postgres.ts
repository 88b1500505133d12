import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
  /** Ends it at once, as a crash does. Its socket is gone until it is started. */
  stop(): void
  start(): void
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

/** A port of the loopback on which a server is reached by TLS alone. */
interface Encrypted {
  readonly port: number
  readonly certificate: string
  readonly key: string
}

/** Starts a server with the programs of a folder. It refuses to run as root, so that root starts it as `postgres`. */
export function startPostgres(programs: string, encrypted?: Encrypted): Postgres {
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
  const listening =
    encrypted === undefined ? "-c listen_addresses=''" : listenEncrypted(folder, data, account, encrypted)
  const settings = `-k ${folder} ${listening} -c fsync=off`
  const start = (): void =>
    runProgram('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  const stop = (): void => runProgram('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
  start()
  const port = encrypted === undefined ? '' : `&port=${encrypted.port}`
  const address = `postgres:///postgres?host=${folder}&user=postgres${port}`
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
    stop,
    start,
    close() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes what a server needs for TLS. @returns its settings */
function listenEncrypted(
  folder: string,
  data: string,
  { uid, gid }: Account,
  { port, certificate, key }: Encrypted,
): string {
  const write = (path: string, text: string): void => {
    writeFileSync(path, text)
    chmodSync(path, 0o600)
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }
  write(join(folder, 'server.crt'), certificate)
  write(join(folder, 'server.key'), key)
  write(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n')
  const files = `-c ssl_cert_file=${folder}/server.crt -c ssl_key_file=${folder}/server.key`
  return `-c listen_addresses=127.0.0.1 -c port=${port} -c ssl=on ${files}`
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
