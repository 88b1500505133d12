import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AddressError, readPostgresAddress } from '../../../../src/tiers/postgres/connection/address.js'
import { mask, toTierError } from '../../../../src/tiers/postgres/connection/tier-errors.js'

describe('the address of a shared history', () => {
  test.each([
    ['postgres://me@localhost/db', 'localhost', 5432, 'me', 'db', undefined, false],
    ['postgresql://me:p%40ss@127.0.0.1:6432/db', '127.0.0.1', 6432, 'me', 'db', 'p@ss', false],
    ['postgres://me@[::1]/', '::1', 5432, 'me', 'me', undefined, false],
    ['postgres:///db?host=/run/postgresql&user=me', '/run/postgresql', 5432, 'me', 'db', undefined, false],
    ['postgres://me@/db?host=/run/postgresql', '/run/postgresql', 5432, 'me', 'db', undefined, false],
    ['postgres://me:x@db.example.com/pmx', 'db.example.com', 5432, 'me', 'pmx', 'x', true],
    [
      'postgres://me:x@db.example.com/pmx?sslmode=require&pgbouncer=true',
      'db.example.com',
      5432,
      'me',
      'pmx',
      'x',
      true,
    ],
    ['postgres://me@localhost/db?sslmode=verify-full', 'localhost', 5432, 'me', 'db', undefined, true],
    ['postgres://me@localhost/db?sslmode=disable\n', 'localhost', 5432, 'me', 'db', undefined, false],
  ])('%s', (text, host, port, user, database, password, isEncrypted) => {
    const address = readPostgresAddress(text)
    expect(address).toMatchObject({ host, port, user, database, password })
    expect(address.tls !== undefined).toBe(isEncrypted)
    if (isEncrypted) expect(address.tls?.rejectUnauthorized).toBe(true)
    expect(address.masked).not.toContain('p@ss')
  })

  test.each([
    ['mysql://me@host/db', /must begin with postgres:/],
    ['postgres://host/db', /no user/],
    ['postgres://me@a:1,b:2/db', /address is not valid|several hosts/],
    ['postgres://me:x@/db?host=a,b', /several hosts/],
    ['postgres://me:x@host/db?frobnicate=1', /unknown parameter.*frobnicate/],
    ['postgres://me:x@10.0.0.5/db?sslmode=disable', /sslmode=disable is not allowed for 10\.0\.0\.5/],
    ['postgres://me:x@10.0.0.5/db?sslmode=prefer', /not be encrypted and verified/],
    ['postgres://me:x@10.0.0.5/db?sslmode=no-verify', /not be encrypted and verified/],
    ['postgres://me:x@localhost.example.com/db?sslmode=allow', /not be encrypted/],
  ])('%s is refused', (text, message) => {
    expect(() => readPostgresAddress(text)).toThrow(message)
  })

  test('a certificate of one’s own comes from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pmx-ca-'))
    writeFileSync(join(folder, 'ca.pem'), 'certificate')
    const { tls } = readPostgresAddress(
      `postgres://me@host/db?sslmode=verify-full&sslrootcert=${folder}/ca.pem`,
    )
    expect(tls).toMatchObject({ ca: 'certificate', servername: 'host' })
    rmSync(folder, { recursive: true })
  })

  test('no error has the password', () => {
    for (const text of [
      'postgres://me:s3cr3t@:::/db',
      'postgres://me:s3cr3t@a b/db?x=1',
      // Characters that end the name of the host, which a random password may have.
      'postgres://me:a/s3cr3t@host/db',
      'postgres://me:a#s3cr3t@host/db',
      'postgres://me:a?s3cr3t@host/db',
      'postgres://me:12?s3cr3t@localhost/db',
      'postgres://me:12?s3cr3t=1@localhost/db',
      'postgres://me:a@s3cr3t@a b/db',
      'postgres://me:s3cr3t%@localhost/db',
      'postgres://me@localhost/db?password=12&s3cr3t',
    ]) {
      let message = ''
      try {
        readPostgresAddress(text)
      } catch (error) {
        expect(error).toBeInstanceOf(AddressError)
        message = String(error)
      }
      expect(message).not.toBe('')
      expect(message).not.toContain('s3cr3t')
    }
    expect(mask('at postgres://me:s3cr3t@host/db and postgres://host/db?password=s3cr3t&x=1')).toBe(
      'at postgres://me:***@host/db and postgres://host/db?password=***&x=1',
    )
    expect(mask('at postgres://me:s3/cr?e#t@t@host/db')).toBe('at postgres://me:***@host/db')
    expect(toTierError(new Error('no p@ss or p%40ss'), 'p@ss').message).toBe('PostgreSQL: no *** or ***')
  })
})
