import { messageOf } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import { toCall, type Wire, type WireReply } from '../../transport/call-types.js'
import { isBlockPage, toBlockPageError, WireError } from '../../transport/errors.js'
import type { ProxyUse } from '../../transport/proxy.js'
import { formatAge } from '../output/times.js'
import { type DoctorFinding, findingsOf } from './finding.js'
import { type HostAddress, redactProxy } from './network.js'

const { ok, note, bad } = findingsOf('venues')

/** Maximum response time of a host, ms. */
export const HOST_TIMEOUT_MS = 5_000
/** Maximum response size, bytes. No host's root page should be larger. */
const MAX_BYTES = 2_000_000

/** Result of checking a host, with the offset of its clock. */
export interface Probe {
  readonly finding: DoctorFinding
  /** How far the venue's clock is ahead of the local one, beyond the resolution of `Date` and the latency, ms. */
  readonly skewMs: number | undefined
}

export interface ProbeDeps {
  readonly wire: Wire
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly proxy: ProxyUse | undefined
  /** A running daemon's data about the host: its budget, an open breaker, a failover. */
  readonly daemonFacts: readonly string[]
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** Requests a host's root page. Returns whether the host responds, how fast, whether it sends a block page, and its time. */
export async function probeHost(place: HostAddress, deps: ProbeDeps): Promise<Probe> {
  const { wire, clock, proxy, signal } = deps
  const { venue, host, url } = place
  const began = clock.monotonic()
  const call = toCall(venue, { host, path: '/' })
  try {
    const reply = await wire.send(call, url, {
      signal,
      proxy,
      maxBytes: MAX_BYTES,
      timeoutMs: HOST_TIMEOUT_MS,
    })
    const tookMs = clock.monotonic() - began
    return { finding: judge(place, reply, tookMs, deps), skewMs: skewOf(reply, clock.now(), tookMs) }
  } catch (error) {
    return { finding: judgeFailure(place, error, deps), skewMs: undefined }
  }
}

function judge(place: HostAddress, reply: WireReply, tookMs: number, deps: ProbeDeps): DoctorFinding {
  const { proxy } = deps
  const subject = subjectOf(place)
  const facts = { address: place.url.host, status: reply.status, latencyMs: Math.round(tookMs) }
  const way = proxy === undefined ? '' : ` through ${proxy.setting}`
  const more = alsoTold(deps)
  const seen = `${place.url.host}${way} · ${Math.round(tookMs)} ms`
  const mend = `set a proxy: venues.${place.venue}.proxy`
  if (isBlockPage(reply)) {
    const wall = toBlockPageError(reply)
    const kind = wall.detail?.['kind']
    if (kind === 'geo' || kind === 'bot')
      return bad(subject, `${seen} · blocked (${kind}): ${wall.message}${more}`, { fix: mend, facts })
  }
  if (reply.status === 451)
    return bad(subject, `${seen} · blocked (geo): HTTP 451${more}`, { fix: mend, facts })
  if (reply.status === 429) {
    const said = `${seen} · HTTP 429: too many requests from this address${more}`
    return note(subject, said, { fix: 'wait: other programs on this network may call the same venue', facts })
  }
  if (reply.status >= 500)
    return bad(subject, `${seen} · down: HTTP ${reply.status}${more}`, {
      fix: 'try again later',
      facts,
    })
  return ok(subject, `${seen}${more}`, { facts })
}

/** Renders a running daemon's data at the end of a line. */
function alsoTold({ daemonFacts }: ProbeDeps): string {
  return daemonFacts.map((one) => ` · ${one}`).join('')
}

function judgeFailure(place: HostAddress, error: unknown, deps: ProbeDeps): DoctorFinding {
  const subject = subjectOf(place)
  const facts = { address: place.url.host }
  const more = alsoTold(deps)
  if (deps.signal.aborted)
    return bad(subject, `${place.url.host} did not respond within ${HOST_TIMEOUT_MS / 1000} s${more}`, {
      facts,
    })
  if (!(error instanceof WireError)) return bad(subject, `${messageOf(error)}${more}`, { facts })
  const mend = mendOf(error.kind, place, deps.proxy)
  return bad(subject, `${error.message}${more}`, {
    facts: { ...facts, kind: error.kind },
    ...(mend === undefined ? {} : { fix: mend }),
  })
}

/** Returns the fix for a failed connection. With a proxy, this machine resolves and connects only to the proxy. */
function mendOf(
  kind: WireError['kind'],
  { url }: HostAddress,
  proxy: ProxyUse | undefined,
): string | undefined {
  if (proxy !== undefined && redactProxy(proxy.address) === undefined)
    return `correct or unset ${proxy.setting}`
  const near = proxy === undefined ? url : new URL(proxy.address)
  const onTheWay =
    proxy === undefined
      ? 'check firewalls and proxies between this machine and the venue'
      : `check that the proxy at ${near.host} is running, or unset ${proxy.setting}`
  const mends: Readonly<Partial<Record<WireError['kind'], string>>> = {
    dns: `getent hosts ${near.hostname}`,
    tls: 'NODE_EXTRA_CA_CERTS=/path/to/your-authority.pem pmx-local doctor',
    refused: onTheWay,
    reset: onTheWay,
  }
  return mends[kind]
}

function subjectOf({ venue, host }: HostAddress): string {
  return `${venue} ${host}`
}

/** Computes the clock offset. `Date` has a resolution of one second, and was written between the request and the response. */
function skewOf(reply: WireReply, now: number, tookMs: number): number | undefined {
  const second = Date.parse(reply.headers['date'] ?? '')
  if (Number.isNaN(second) || reply.headers['age'] !== undefined) return undefined
  if (second > now) return second - now
  const latest = second + 999 + tookMs
  return latest < now ? latest - now : 0
}

/** A larger offset puts the newest candles into the wrong interval, and makes venues reject signed orders. */
const TOLERATED_SKEW_MS = 5_000
/** Beyond this offset, certificates and the finality of candles fail too. */
const WRONG_CLOCK_MS = 60_000

/** Compares the local clock with the median of the venues' clocks. */
export function checkClock(skews: readonly number[], platform: NodeJS.Platform): DoctorFinding | undefined {
  const sorted = [...skews].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) return undefined
  const facts = { skewMs: Math.round(median), hosts: sorted.length }
  if (Math.abs(median) <= TOLERATED_SKEW_MS) return ok('clock', 'agrees with the venues', { facts })
  const said = `this machine's clock is ${formatAge(Math.abs(median))} ${median > 0 ? 'behind' : 'ahead of'} the venues'`
  const mend = clockCommands[platform] ?? 'synchronize the clock with NTP'
  return Math.abs(median) > WRONG_CLOCK_MS
    ? bad('clock', said, { facts, fix: mend })
    : note('clock', said, { facts, fix: mend })
}

const clockCommands: Partial<Readonly<Record<NodeJS.Platform, string>>> = {
  linux: 'sudo timedatectl set-ntp true',
  darwin: 'sudo sntp -sS time.apple.com',
  win32: 'w32tm /resync',
}
