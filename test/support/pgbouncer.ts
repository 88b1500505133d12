import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from './postgres.js'

/** A pgbouncer in transaction mode before a server, on a socket in its folder. */
export interface Pgbouncer {
  readonly address: string
  close(): Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'
const PORT = 6432

/** Whether pgbouncer is installed. */
export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM) || spawnSync('pgbouncer', ['--version']).status === 0
}

/** Starts it before the server of an address. @param connections to the server */
export async function startPgbouncer(address: string, connections: number): Promise<Pgbouncer> {
  const host = new URL(address.replace('///', '//localhost/')).searchParams.get('host')
  const { folder, account } = createFolder('pmx-pgb-')
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host}`,
      '[pgbouncer]',
      'listen_addr =',
      `listen_port = ${PORT}`,
      `unix_socket_dir = ${folder}`,
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
    ].join('\n'),
  )
  const child = spawn(existsSync(PROGRAM) ? PROGRAM : 'pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of child.stderr) if (String(line).includes('process up')) break
  child.stderr.resume()
  return {
    address: `postgres:///postgres?host=${folder}&port=${PORT}&user=postgres`,
    async close() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
