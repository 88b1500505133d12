import { messageOf } from '../../../api/envelope/errors.js'
import { InvalidSharedData } from '../../../candles/shared/candle-tier.js'

/** Why PostgreSQL refuses or fails. The message never contains a password or an address with a password. */
export class PostgresTierError extends Error {
  override readonly name = 'PostgresTierError'
  /** SQLSTATE, or the code of the network error. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The tier is reachable, but nothing may be written to it, because its schema is newer or the role is read-only. */
export class TakeOnlyError extends PostgresTierError {}

/** The optional package `pg` is not installed. */
export class PostgresPackageMissing extends PostgresTierError {
  constructor() {
    super("PostgreSQL needs the package pg: run 'npm install pg' where pmx-local is installed.")
  }
}

/** Matches up to the last `@`, because a password may contain characters that would end a host name. */
const ADDRESS_PASSWORD = /(postgres(?:ql)?:\/\/[^:@/?#\s]*):\S*@/gi
const PARAMETER_PASSWORD = /([?&]password=)[^&\s]*/gi

/** Removes passwords in addresses, and the given passwords, from a text. */
export function mask(text: string, password?: string): string {
  const masked = text.replace(ADDRESS_PASSWORD, '$1:***@').replace(PARAMETER_PASSWORD, '$1***')
  if (password === undefined || password === '') return masked
  return masked.replaceAll(password, '***').replaceAll(encodeURIComponent(password), '***')
}

/** Converts an error of the client into one that can be logged. */
export function toTierError(thrown: unknown, password: string | undefined): Error {
  if (thrown instanceof PostgresTierError || thrown instanceof InvalidSharedData) return thrown
  const code = codeOf(thrown)
  const text = messageOf(thrown)
  // A refused connection to a name with several addresses is an AggregateError without a message.
  return new PostgresTierError(
    mask(`PostgreSQL: ${text === '' ? (code ?? 'no connection') : text}`, password),
    code,
  )
}

export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Serialization failure, exclusion constraint, deadlock: another transaction was faster, and a second try sees its data. */
const repeated = new Set(['40001', '23P01', '40P01'])

export function isRepeatable(thrown: unknown): boolean {
  return repeated.has(codeOf(thrown) ?? '')
}

/**
 * A statement with that name does not exist, already exists, or returned other columns before. Poolers in transaction mode cause
 * the first two, such as pgbouncer before 1.21 (its changelog: "Add support for protocol-level named prepared statements").
 */
const nameProblems = new Set(['26000', '42P05', '0A000'])

/** Whether a statement failed only because it has a name. */
export function isNameProblem(thrown: unknown): boolean {
  return nameProblems.has(codeOf(thrown) ?? '')
}

const INSUFFICIENT_PRIVILEGE = '42501'
const READ_ONLY_TRANSACTION = '25006'

/** Whether the role, or a standby server, may not write. */
export function isRefusedWrite(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return code === INSUFFICIENT_PRIVILEGE || code === READ_ONLY_TRANSACTION
}

/** Broken connections, refused logins, servers that stop or start, and too many connections. */
const NOT_CONNECTED = /^(08|28|57|53300)/

/** Whether a server that can be read refused or failed a statement, for example because its disk is full. */
export function hasServerResponded(thrown: unknown): boolean {
  const code = codeOf(thrown) ?? ''
  return thrown instanceof TakeOnlyError || (/^[0-9A-Z]{5}$/.test(code) && !NOT_CONNECTED.test(code))
}
