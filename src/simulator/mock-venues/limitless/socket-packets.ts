/** The server side of socket.io over a WebSocket (README.md, "Socket"). */

export const PING_INTERVAL_MS = 25_000
export const PING_TIMEOUT_MS = 60_000
/** Time limit for joining a namespace, after which the connection is closed. */
export const JOIN_TIMEOUT_MS = 45_000

/** A packet from a client. */
export type ClientPacket =
  | { readonly kind: 'pong' }
  | { readonly kind: 'join' | 'leave'; readonly namespace: string }
  | {
      readonly kind: 'event'
      readonly namespace: string
      readonly name: string
      readonly payload: unknown
      /** Id of the requested acknowledgment. */
      readonly ack: string | undefined
    }
  /** A ping from a client, or an invalid packet; both end the connection. */
  | { readonly kind: 'offence' }

const offence: ClientPacket = { kind: 'offence' }

export function parseClientPacket(frame: string): ClientPacket {
  if (frame === '3') return { kind: 'pong' }
  const [, type, namespace = '/', ack, json = ''] = /^4([012])(?:(\/[^,]*),?)?(\d+)?(.*)$/s.exec(frame) ?? []
  if (type === undefined) return offence
  if (type !== '2') return { kind: type === '0' ? 'join' : 'leave', namespace }
  const said = parsed(json)
  const name: unknown = said?.[0]
  return typeof name === 'string' ? { kind: 'event', namespace, name, payload: said?.[1], ack } : offence
}

function parsed(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function openPacket(sid: string): string {
  const [pingInterval, pingTimeout] = [PING_INTERVAL_MS, PING_TIMEOUT_MS]
  return `0${JSON.stringify({ sid, upgrades: [], pingInterval, pingTimeout, maxPayload: 1_000_000 })}`
}

export const pingPacket = '2'

export function toJoinedPacket(namespace: string, sid: string): string {
  return `40${prefixOf(namespace)}${JSON.stringify({ sid })}`
}

export function toRefusedPacket(namespace: string): string {
  return `44${prefixOf(namespace)}${JSON.stringify({ message: 'Invalid namespace' })}`
}

export function toEventPacket(namespace: string, name: string, payload: unknown): string {
  return `42${prefixOf(namespace)}${JSON.stringify([name, payload])}`
}

export function toAckPacket(namespace: string, ack: string, payload: unknown): string {
  return `43${prefixOf(namespace)}${ack}${JSON.stringify([payload])}`
}

/** Returns the prefix of a namespace; the root has no name. */
function prefixOf(namespace: string): string {
  return namespace === '/' ? '' : `${namespace},`
}
