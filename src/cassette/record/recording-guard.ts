import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/** A replaying process tried to connect to an address other than this machine's loopback. */
class NetworkRefused extends Error {
  override readonly name = 'NetworkRefused'
  readonly code = 'ERR_PMX_OFFLINE'
  constructor(what: string) {
    super(`Replay works without a network: ${what} is refused.`)
  }
}

/** Any function of the platform. */
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/**
 * Restricts this process to the loopback over TCP and UDP: no other address, no Unix socket, no name except `localhost`. It
 * applies to all code in the process, since fetch, undici, http, https, http2 and tls connect through the replaced functions.
 * Worker threads and child processes are not restricted.
 * @returns a function that removes the guard
 */
export function blockOutsideConnections(): () => void {
  const undo = [guardStreams(), guardDatagrams(), ...guardNames()]
  // Modules that imported a function by name also get the replaced one.
  syncBuiltinESMExports()
  return () => {
    for (const restore of undo.reverse()) restore()
    syncBuiltinESMExports()
  }
}

/** Replaces one function of an object; `around` receives the original. */
function replace(owner: object, name: string, around: (original: AnyFunction) => AnyFunction): () => void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') return () => undefined
  const own = Object.hasOwn(owner, name)
  const callable: AnyFunction = function (this: unknown, ...args) {
    return Reflect.apply(original, this, args)
  }
  Reflect.set(owner, name, around(callable))
  return () => {
    if (own) Reflect.set(owner, name, original)
    else Reflect.deleteProperty(owner, name)
  }
}

function guardStreams(): () => void {
  return replace(
    net.Socket.prototype,
    'connect',
    (connect) =>
      function (this: unknown, ...args) {
        const options = connectOptions(args)
        const refusal = refusalOfTarget(options)
        if (refusal !== undefined) {
          if (!(this instanceof net.Socket)) throw refusal
          // Fails as a refused connection does: in the next tick, when the caller listens for errors.
          process.nextTick(() => this.destroy(refusal))
          return this
        }
        // A custom lookup could resolve a loopback name to any address.
        const safe = options === undefined ? undefined : { ...options, lookup: dns.lookup }
        const given = safe === undefined || options?.['lookup'] === undefined ? args : withOptions(args, safe)
        return Reflect.apply(connect, this, given)
      },
  )
}

type ConnectOptions = Readonly<Record<string, unknown>>

/** Returns the options of a `connect` call in any form, or undefined for a bare port, which is on this machine. */
function connectOptions(args: readonly unknown[]): ConnectOptions | undefined {
  // net.connect passes its arguments as one normalized list.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return { ...first }
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))
  if (!isPort) return { path: first }
  return typeof second === 'string' ? { host: second } : undefined
}

/** Returns the arguments with replaced options, in the same list with its internal marks. */
function withOptions(args: readonly unknown[], options: ConnectOptions): readonly unknown[] {
  const [first, ...rest] = args
  if (!Array.isArray(first)) return [options, ...rest]
  first[0] = options
  return args
}

/** Undefined for a target on the loopback. */
function refusalOfTarget(options: ConnectOptions | undefined): NetworkRefused | undefined {
  const { path, host, port } = options ?? {}
  if (typeof path === 'string' && path !== '') return new NetworkRefused(`a connection to the socket ${path}`)
  const name = typeof host === 'string' && host !== '' ? host : 'localhost'
  return isLoopback(name) ? undefined : new NetworkRefused(`a connection to ${name}:${String(port)}`)
}

function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name === 'localhost') return true
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(name)?.[1] ?? name
  return net.isIPv4(mapped) ? mapped.startsWith('127.') : name === '::1' || name === '0:0:0:0:0:0:0:1'
}

function guardDatagrams(): () => void {
  const send = replace(
    dgram.Socket.prototype,
    'send',
    (original) =>
      function (this: unknown, ...args) {
        const address = datagramAddress(args)
        if (address !== undefined && !isLoopback(address))
          throw new NetworkRefused(`a datagram to ${address}`)
        return Reflect.apply(original, this, args)
      },
  )
  const connect = replace(
    dgram.Socket.prototype,
    'connect',
    (original) =>
      function (this: unknown, ...args) {
        const [port, address] = args
        if (typeof address === 'string' && !isLoopback(address))
          throw new NetworkRefused(`a datagram connection to ${address}:${String(port)}`)
        return Reflect.apply(original, this, args)
      },
  )
  const create = replace(
    dgram,
    'createSocket',
    (original) =>
      function (this: unknown, ...args) {
        const [options, ...rest] = args
        return Reflect.apply(original, this, [withoutLookup(options), ...rest])
      },
  )
  const { Socket } = dgram
  const guarded = new Proxy(Socket, {
    construct: (target, [options, ...rest]: unknown[], made) =>
      Reflect.construct(target, [withoutLookup(options), ...rest], made),
  })
  Reflect.set(dgram, 'Socket', guarded)
  return () => {
    Reflect.set(dgram, 'Socket', Socket)
    send()
    connect()
    create()
  }
}

/** A custom lookup could resolve a loopback name to any address. */
function withoutLookup(options: unknown): unknown {
  return typeof options === 'object' ? { ...options, lookup: undefined } : options
}

/**
 * Returns the address in the arguments of `send`: message[, offset, length], port, address[, callback]. With four or more
 * arguments after the message the platform reads the longer form, whatever their types.
 */
function datagramAddress([, , third, fourth, fifth]: readonly unknown[]): string | undefined {
  const isLong = Boolean(fifth) || (Boolean(fourth) && typeof fourth !== 'function')
  const address = isLong ? fifth : third
  return typeof address === 'string' && address !== '' ? address : undefined
}

const resolving = [
  'lookup',
  'lookupService',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTlsa',
  'resolveTxt',
  'reverse',
]

/** Functions with a callback pass the refusal to it, promise functions reject. */
function guardNames(): (() => void)[] {
  const byCallback = [dns, dns.Resolver.prototype]
  const byPromise = [dns.promises, dns.promises.Resolver.prototype]
  return resolving.flatMap((name) => [
    ...byCallback.map((owner) =>
      replace(
        owner,
        name,
        (original) =>
          function (this: unknown, ...args) {
            if (isLocalLookup(name, args)) return Reflect.apply(original, this, args)
            const callback = args.findLast((arg) => typeof arg === 'function')
            if (callback === undefined) throw refusalOf(args)
            process.nextTick(() => Reflect.apply(callback, undefined, [refusalOf(args)]))
            return undefined
          },
      ),
    ),
    ...byPromise.map((owner) =>
      replace(
        owner,
        name,
        (original) =>
          async function (this: unknown, ...args) {
            if (!isLocalLookup(name, args)) throw refusalOf(args)
            return Reflect.apply(original, this, args)
          },
      ),
    ),
  ])
}

function refusalOf(args: readonly unknown[]): NetworkRefused {
  return new NetworkRefused(`resolving ${String(args[0])}`)
}

/** `lookup` of an address or of localhost needs no name server; every other function calls one regardless of the name. */
function isLocalLookup(name: string, [host]: readonly unknown[]): boolean {
  if (name !== 'lookup') return false
  // Without a host the platform means this machine.
  if (typeof host !== 'string' || host === '') return true
  return host.toLowerCase() === 'localhost' || net.isIP(host) !== 0
}
