import { messageOf } from '../../api/envelope/errors.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import type { PostgresTier } from '../../tiers/postgres/create-postgres-tier.js'
import type { ServerFacts } from '../../tiers/postgres/inspect.js'
import type { MissingRight } from '../../tiers/postgres/rights.js'
import { type DoctorFinding, findingsOf } from './finding.js'

const { ok, note, bad } = findingsOf('shared')

/** The oldest supported PostgreSQL version. */
const MIN_VERSION = 140_000
/** The number of calls that are timed. */
const TIMED_CALLS = 7
/** The longest that a call to the server should take, ms. Every first read of a window waits for a few calls. */
const SLOW_MS = 20

/** Checks a shared history's server: connection, version, rights, extension, latency and clock. */
export async function checkShared(
  tier: Pick<PostgresTier, 'access' | 'address' | 'missingRights' | 'now' | 'server' | 'tryWrite'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  let facts: ServerFacts
  try {
    facts = await tier.server(signal)
  } catch (error) {
    return [
      bad('server', `${tier.address}: ${messageOf(error)}`, {
        fix: 'check the address and the password, and that the server accepts connections from here',
      }),
    ]
  }
  return [
    ok('server', `${tier.address} responds, ${facts.isEncrypted ? 'encrypted' : 'without TLS'}`, {
      facts: { isEncrypted: facts.isEncrypted },
    }),
    checkVersion(facts),
    ...checkEncoding(facts),
    await checkRights(tier, facts, signal),
    ...(facts.hasSchema ? checkTableRights(facts, await tier.missingRights(signal)) : []),
    checkExtension(facts),
    ...(await checkTimes(tier, clock, signal)),
  ]
}

function checkVersion({ version }: ServerFacts): DoctorFinding {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  const more = { facts: { version } }
  return version >= MIN_VERSION
    ? ok('version', name, more)
    : bad('version', `${name} is too old`, { ...more, fix: 'use PostgreSQL 14 or later' })
}

function checkEncoding({ encoding }: ServerFacts): readonly DoctorFinding[] {
  if (encoding === 'UTF8') return []
  return [
    bad('encoding', `the database encoding is ${encoding}`, {
      fix: "recreate the database with ENCODING 'UTF8' TEMPLATE template0",
    }),
  ]
}

async function checkRights(
  tier: Pick<PostgresTier, 'access' | 'tryWrite'>,
  { user, hasSchema, mayCreateSchema }: ServerFacts,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  if (!hasSchema)
    return mayCreateSchema
      ? note('rights', `there is no shared history yet; ${user} may create it`, {
          fix: 'the first daemon that starts creates it',
        })
      : bad('rights', `there is no shared history yet, and ${user} is not allowed to create it`, {
          fix: `run once as the owner: GRANT CREATE ON DATABASE <name> TO ${user}`,
        })
  try {
    const access = await tier.access(signal)
    if (access.kind === 'take_only') return note('rights', `${user} can only download: ${access.reason}`)
    return await checkWrite(tier, user, signal)
  } catch (error) {
    return bad('rights', messageOf(error), { fix: `GRANT pmx_writer TO ${user}, or pmx_reader` })
  }
}

/** Checks that the server stores what a role with the rights uploads. */
async function checkWrite(
  tier: Pick<PostgresTier, 'tryWrite'>,
  user: string,
  signal: AbortSignal,
): Promise<DoctorFinding> {
  try {
    await tier.tryWrite(signal)
    return ok('rights', `${user} can download and upload`)
  } catch (error) {
    return bad('rights', `${user} has the rights to upload, but the server fails: ${messageOf(error)}`, {
      fix: 'check the free disk space of the server, and its log',
    })
  }
}

/**
 * Checks the tables for lists and for rate limits. A role that only downloads can read lists, but needs more rights for rate
 * limits.
 */
function checkTableRights({ user }: ServerFacts, missing: readonly MissingRight[]): DoctorFinding[] {
  const granting = (tables: readonly MissingRight[]): string =>
    `run as an administrator: ${tables
      .map(({ table, rights }) => `GRANT ${rights.join(', ')} ON pmx_local.${table} TO ${quoteName(user)};`)
      .join(' ')}`
  const lists = missing.filter(({ table }) => table !== 'rate_budgets')
  const budgets = missing.filter(({ table }) => table === 'rate_budgets')
  const isUnread = lists.some(({ rights }) => rights.includes('SELECT'))
  const fix = { fix: granting(lists) }
  return [
    lists.length === 0
      ? ok('lists', `${user} can read and share lists of markets`)
      : isUnread
        ? bad('lists', `${user} cannot read the lists of markets that other daemons share`, fix)
        : note('lists', `${user} can read lists of markets, but not share them`, fix),
    budgets.length === 0
      ? ok('rate_limits', `${user} can share rate limits`)
      : note('rate_limits', `${user} cannot share rate limits, so 'budgets' has no effect`, {
          fix: granting(budgets),
        }),
  ]
}

/** Writes the name of a role in the form that PostgreSQL reads. */
function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function checkExtension({ btreeGist, hasSchema, hasConstraint }: ServerFacts): DoctorFinding {
  if (hasConstraint) return ok('constraint', 'the database refuses overlapping coverage')
  const how = btreeGist === undefined ? 'the server does not have btree_gist' : `btree_gist is ${btreeGist}`
  if (!hasSchema && btreeGist !== undefined) return ok('constraint', `${how}, and will be used`)
  return note('constraint', `${how}, so only a lock prevents overlapping coverage, which is sufficient`, {
    fix: 'none is needed; CREATE EXTENSION btree_gist before the first start adds a second safeguard',
  })
}

async function checkTimes(
  tier: Pick<PostgresTier, 'now'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const took: number[] = []
  let offsetMs = 0
  for (let call = 0; call < TIMED_CALLS; call++) {
    const [at, before] = [clock.monotonic(), clock.now()]
    const told = await tier.now(signal)
    took.push(clock.monotonic() - at)
    offsetMs = Math.round(told - (before + clock.now()) / 2)
  }
  const latencyMs = Math.round((took.sort((a, b) => a - b)[Math.floor(TIMED_CALLS / 2)] ?? 0) * 10) / 10
  const slow = `a call takes ${latencyMs} ms`
  return [
    latencyMs <= SLOW_MS
      ? ok('latency', slow, { facts: { latencyMs } })
      : note('latency', slow, {
          facts: { latencyMs },
          fix: 'use a server closer to this machine; the first read of each time range waits for the server',
        }),
    Math.abs(offsetMs) <= CLOCK_TOLERANCE_MS
      ? ok('clock', `differs from the server's clock by ${Math.abs(offsetMs)} ms`, {
          facts: { offsetMs },
        })
      : bad('clock', `differs from the server's clock by ${Math.round(Math.abs(offsetMs) / 1000)} s`, {
          facts: { offsetMs },
          fix: "set this machine's clock or the server's clock; until then this daemon only downloads",
        }),
  ]
}
