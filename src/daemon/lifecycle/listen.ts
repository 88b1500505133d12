import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConnectionListener } from '../../http/listener.js'
import { connectionLimits } from '../../http/request/connections.js'
import { answerBroken, answerTunnel } from '../../http/request/malformed-requests.js'
import { probeHealth } from './sdk-lockfile.js'

/** An address or port that cannot be bound. The message is one line with the reason and what to do. */
export class CannotListen extends Error {
  override readonly name: string = 'CannotListen'
}

/** A port that another process holds; the message names the process. */
export class PortTaken extends CannotListen {
  override readonly name = 'PortTaken'
  constructor(
    readonly port: number,
    who: string,
  ) {
    super(
      `Port ${port} is in use by ${who}. Choose another port with --port N, or use --port 0 for any free port.`,
    )
  }
}

export interface Listening {
  readonly port: number
  readonly servers: readonly Server[]
}

/** Timeouts for clients, in ms. */
export interface CallerTimeouts {
  readonly headMs: number
  readonly requestMs: number
  readonly idleMs: number
  /** Interval of connection checks. A connection is closed at most this much after its timeout. */
  readonly checkEveryMs: number
}

export const callerTimeouts: CallerTimeouts = {
  headMs: 10_000,
  requestMs: 60_000,
  // As long as load balancers usually allow. A client that polls every few seconds must not meet a closing connection.
  idleMs: 75_000,
  checkEveryMs: 5_000,
}

/**
 * Maximum connections beyond the limit: on these, the daemon serves only /health and rejects other requests. The number fits
 * a burst, since further connections are closed without a response.
 */
const REFUSED_CONNECTIONS = 2 * connectionLimits.maxConnections

/** Maximum connections that wait to be accepted; the system resets further ones. */
const BACKLOG = 4_096

/** Maximum tries for a free port, when its number is taken on IPv6. */
const FREE_PORT_TRIES = 20

/**
 * Listens on an address. The loopback is bound on IPv4 and IPv6, because `localhost` may mean either. A machine without IPv6
 * is served on IPv4 alone.
 * @param makeListener receives the port, which the request guards need
 * @throws PortTaken when the port is held, CannotListen when the address does not exist or the system denies the port
 */
export async function listenOnAddress(
  host: string,
  port: number,
  makeListener: (port: number) => ConnectionListener,
  waits: CallerTimeouts = callerTimeouts,
): Promise<Listening> {
  const loopback = host === '127.0.0.1' || host === 'localhost' || host === '::1'
  for (let tries = 1; ; tries++) {
    const first = await listenOn(loopback ? '127.0.0.1' : host, port, waits)
    if (first.kind === 'in_use') throw new PortTaken(port, await describePortHolder(port))
    if (first.kind === 'no_address') throw noAddress(host)
    if (first.kind === 'forbidden') throw forbidden(port)
    const chosen = first.port
    const second = loopback ? await listenOn('::1', chosen, waits) : undefined
    if (second?.kind === 'in_use') {
      await new Promise((resolve) => first.server.close(resolve))
      if (port !== 0 || tries === FREE_PORT_TRIES)
        throw new PortTaken(chosen, await describePortHolder(chosen))
      continue
    }
    if (second?.kind === 'forbidden') {
      await new Promise((resolve) => first.server.close(resolve))
      throw forbidden(chosen)
    }
    const listener = makeListener(chosen)
    const opened = second?.kind === 'listening' ? [first, second] : [first]
    for (const { serve } of opened) serve(listener)
    return { port: chosen, servers: opened.map(({ server }) => server) }
  }
}

type Attempt =
  | {
      readonly kind: 'listening'
      readonly server: Server
      readonly port: number
      serve(by: ConnectionListener): void
    }
  | { readonly kind: 'in_use' }
  | { readonly kind: 'no_address' }
  | { readonly kind: 'forbidden' }

type Refusal = Exclude<Attempt['kind'], 'listening'>

/**
 * Returns the meaning of the system's error code for a listener, or undefined for an error about neither address nor
 * port.
 */
export function listenRefusal(code: string | undefined): Refusal | undefined {
  if (code === 'EADDRINUSE') return 'in_use'
  if (code === 'EACCES' || code === 'EPERM') return 'forbidden'
  const isOfAddress =
    code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  return isOfAddress ? 'no_address' : undefined
}

function noAddress(host: string): CannotListen {
  return new CannotListen(
    `The address ${host} does not exist on this machine. Leave out --host and server.host to use the loopback interface.`,
  )
}

function forbidden(port: number): CannotListen {
  return new CannotListen(
    `This user is not allowed to open port ${port}. Most systems reserve ports below 1024. ` +
      'Choose another port with --port N, or use --port 0 for any free port.',
  )
}

function listenOn(host: string, port: number, waits: CallerTimeouts): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const server = createServer({
      // Slow or huge request heads must not hold a connection.
      requestTimeout: waits.requestMs,
      headersTimeout: waits.headMs,
      keepAliveTimeout: waits.idleMs,
      connectionsCheckingInterval: waits.checkEveryMs,
      maxHeaderSize: 16_384,
      // The request guards reject a missing Host, in JSON as all errors.
      requireHostHeader: false,
    })
    server.maxConnections = connectionLimits.maxConnections + REFUSED_CONNECTIONS
    let isAnswering: ConnectionListener['isAnswering'] = () => false
    server.on('clientError', (error, socket) => answerBroken(error, socket, isAnswering))
    server.on('connect', answerTunnel)
    // Requests may arrive before both addresses are open: they wait for the listener.
    const waiting: Parameters<RequestListener>[] = []
    const hold: RequestListener = (...request) => waiting.push(request)
    server.on('request', hold)
    const serve = (by: ConnectionListener): void => {
      server.off('request', hold)
      server.on('request', by.onRequest)
      server.on('connection', by.onConnection)
      if (by.onUpgrade !== undefined) server.on('upgrade', by.onUpgrade)
      server.on('checkExpectation', by.onExpectation)
      isAnswering = by.isAnswering
      for (const request of waiting) by.onRequest(...request)
    }
    server.once('error', (error: NodeJS.ErrnoException) => {
      const kind = listenRefusal(error.code)
      if (kind === undefined) reject(error)
      else resolve({ kind })
    })
    server.listen({ host, port, ipv6Only: true, exclusive: true, backlog: BACKLOG }, () => {
      // With a host given, the address of a TCP server is always an object.
      const { port: chosen } = server.address() as AddressInfo
      resolve({ kind: 'listening', server, port: chosen, serve })
    })
  })
}

/** Describes the process or the connection that holds a port, if the system allows it. */
export async function describePortHolder(port: number): Promise<string> {
  const health = await probeHealth(port)
  const owner = process.platform === 'linux' ? findLinuxOwner(port) : undefined
  if (health === undefined && owner?.isOutgoing === true) {
    return `an outgoing connection of another program (pid ${owner.pid}, ${owner.command})`
  }
  const what =
    health === undefined
      ? 'another program'
      : health.instanceId === undefined
        ? "the SDK's own server"
        : 'another pmx-local'
  return owner === undefined ? what : `${what} (pid ${owner.pid}, ${owner.command})`
}

interface PortOwner {
  readonly pid: number
  readonly command: string
  /** Whether no process listens there, and the port is the local end of a connection to elsewhere. */
  readonly isOutgoing: boolean
}

/** Finds the owner of a port: /proc/net/tcp has the socket's inode, and the owner has it among its open files. */
function findLinuxOwner(port: number): PortOwner | undefined {
  try {
    const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      findSocketsAt(readFileSync(table, 'utf8'), port),
    )
    const listening = sockets.filter(({ isListening }) => isListening)
    const isOutgoing = listening.length === 0
    const inodes = new Set((isOutgoing ? sockets : listening).map(({ inode }) => inode))
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (holdsSocket(pid, inodes)) {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 3).join(' ').trim()
        return { pid: Number(pid), command: command.slice(0, 80), isOutgoing }
      }
    }
  } catch {
    // The name of the holder is optional: without it the message has fewer facts.
  }
  return undefined
}

/** Returns the sockets with this local port in a table of /proc/net. */
export function findSocketsAt(
  table: string,
  port: number,
): readonly { readonly inode: string; readonly isListening: boolean }[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table
    .split('\n')
    .slice(1)
    .flatMap((row) => {
      const fields = row.trim().split(/\s+/)
      const inode = fields[9]
      if (fields[1]?.endsWith(suffix) !== true || inode === undefined) return []
      return [{ inode, isListening: fields[3] === '0A' }]
    })
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      return inode !== undefined && inodes.has(inode)
    })
  } catch {
    return false
  }
}
