import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** Where a PostgreSQL server is, and how to connect to it. */
export interface PostgresAddress {
  /** A host name, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string | undefined
  /** Undefined on the loopback and on sockets, unless the address requires TLS. */
  readonly tls: ConnectionOptions | undefined
  /** Whether a pooler is used that may not support named statements. */
  readonly isPooled: boolean
  /** For messages and logs: without the password. */
  readonly masked: string
}

/** The address cannot be used. The message never has the password. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

const DEFAULT_PORT = 5432
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
/** Modes that verify the certificate of the server. `require` does too, unlike in libpq. */
const verifiedModes = new Set(['require', 'verify-ca', 'verify-full'])
/** Without the address: its password cannot be found where it has unencoded characters. */
const NOT_VALID =
  'the PostgreSQL address is not valid. Percent-encode special characters of the password, such as %2F for / and %25 for %.'
/** Parameters that have no effect here. */
const ignored = new Set(['application_name', 'connect_timeout', 'channel_binding'])

/**
 * Reads the address of a server. TLS with a verified certificate is required, except on the loopback and on sockets.
 * @throws AddressError
 */
export function readPostgresAddress(text: string): PostgresAddress {
  const trimmed = text.trim()
  if (!/^postgres(ql)?:\/\//.test(trimmed))
    throw new AddressError(
      'the PostgreSQL address must begin with postgres://, as in postgres://user@host/database',
    )
  const socket = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?(\/.*)$/.exec(trimmed)
  // `URL` refuses a user without a host, which addresses of sockets have.
  const written =
    socket === null ? trimmed : `${socket[1]}${socket[2] ? `${socket[2]}@` : ''}localhost${socket[3]}`
  if (!URL.canParse(written)) throw new AddressError(NOT_VALID)
  const url = new URL(written)
  const parameters = url.searchParams
  const known = new Set([
    'host',
    'port',
    'user',
    'password',
    'dbname',
    'sslmode',
    'sslrootcert',
    'pgbouncer',
    ...ignored,
  ])
  for (const name of parameters.keys())
    if (!known.has(name))
      throw new AddressError(
        // The rest of a password with an unencoded ? or & reads like a parameter.
        url.search.includes('@') || parameters.has('password')
          ? NOT_VALID
          : `unknown parameter in the PostgreSQL address: ${name}`,
      )
  const host =
    parameters.get('host') ?? (url.hostname === '' ? 'localhost' : url.hostname.replace(/^\[|\]$/g, ''))
  if (host.includes(',')) throw new AddressError('the PostgreSQL address has several hosts. Use only one.')
  const user = parameters.get('user') ?? decode(url.username)
  if (user === '')
    throw new AddressError('the PostgreSQL address has no user. Use the form postgres://user@host/database')
  const path = decode(url.pathname.replace(/^\//, ''))
  const password = parameters.get('password') ?? (url.password === '' ? undefined : decode(url.password))
  const port = Number(parameters.get('port') ?? (url.port === '' ? DEFAULT_PORT : url.port))
  const database = parameters.get('dbname') ?? (path === '' ? user : path)
  return {
    ...{ host, port, user, database, password },
    tls: readTls(host, parameters),
    isPooled: parameters.get('pgbouncer') === 'true',
    masked: `postgres://${user}@${host}${host.startsWith('/') ? '' : `:${port}`}/${database}`,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressError(NOT_VALID)
  }
}

function readTls(host: string, parameters: URLSearchParams): ConnectionOptions | undefined {
  const mode = parameters.get('sslmode')
  const isNear = host.startsWith('/') || LOOPBACK.test(host)
  if (isNear && (mode === null || !verifiedModes.has(mode))) return undefined
  if (mode !== null && !verifiedModes.has(mode))
    throw new AddressError(
      `sslmode=${mode} is not allowed for ${host}, because the connection would not be encrypted and verified. Use sslmode=verify-full, and sslrootcert=<file> for your own certificate.`,
    )
  const certificates = parameters.get('sslrootcert')
  return {
    rejectUnauthorized: true,
    ...(host.startsWith('/') ? {} : { servername: host }),
    ...(certificates === null || certificates === 'system' ? {} : { ca: readFileSync(certificates, 'utf8') }),
  }
}
