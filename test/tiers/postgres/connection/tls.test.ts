import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSystemIds } from '../../../../src/effects/ids.js'
import { createPostgresTier } from '../../../../src/tiers/postgres/create-postgres-tier.js'
import { fakeClock } from '../../../support/clock.js'
import { type Postgres, startPostgres } from '../../../support/postgres.js'
import { privateAuthority } from '../../../support/tls.js'
import { programs, signal, withPostgres } from '../support/shared-server.js'

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe.skipIf(programs === undefined)(`a connection with TLS ${withPostgres}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-tls-'))
  let server: Postgres | undefined
  let port = 0
  const files = { own: join(folder, 'own.pem'), other: join(folder, 'other.pem') }

  beforeAll(async () => {
    const [own, other] = [await privateAuthority(['localhost']), await privateAuthority(['localhost'])]
    writeFileSync(files.own, own.authority)
    writeFileSync(files.other, other.authority)
    port = await findFreePort()
    server = startPostgres(programs ?? '', { port, certificate: own.certificate, key: own.key })
  })
  afterAll(() => {
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Asks for the time of the server, as the comparison of the clocks does. */
  async function connect(words: string, host = 'localhost'): Promise<number> {
    const url = `postgres://postgres@${host}:${port}/postgres${words}`
    const ids = createSystemIds()
    const tier = createPostgresTier({ url, daemonId: 'a', version: '1.2.3', ids, clock: fakeClock() })
    try {
      return await tier.now(signal)
    } finally {
      await tier.close()
    }
  }

  test('is made where the authority of the certificate is known', async () => {
    expect(await connect(`?sslmode=verify-full&sslrootcert=${files.own}`)).toBeGreaterThan(1_700_000_000_000)
  })

  test.each([
    ['of another authority', () => `?sslmode=verify-full&sslrootcert=${files.other}`, 'localhost'],
    ['of an authority that nobody knows', () => '?sslmode=require', 'localhost'],
    ['of another host', () => `?sslmode=verify-full&sslrootcert=${files.own}`, '127.0.0.1'],
  ])('is refused for a certificate %s', async (_what, words, host) => {
    await expect(connect(words(), host)).rejects.toThrow(/PostgreSQL: .*(certificate|altnames)/i)
  })

  test('is refused by a server that only speaks TLS where the address does not demand it', async () => {
    await expect(connect('')).rejects.toThrow(/PostgreSQL: .*(pg_hba|encryption)/i)
  })
})
