/**
 * Socket.io over a websocket. A packet has one digit of the engine's packet, one of the socket's, and the namespace up to
 * a comma. A number follows if a response is requested, then JSON (../README.md, "Streams"). Text only; binary packets
 * are not read.
 */
export type Packet =
  /** The engine is open, and a namespace can be joined. */
  | { readonly kind: 'open' }
  /** Requires the reply `pong`, or the server closes the connection. */
  | { readonly kind: 'ping'; readonly pong: string }
  | { readonly kind: 'joined' }
  /** The namespace refuses the connection or its credentials. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** By the server: no more messages follow. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }
  /** Responses to events, other namespaces, other packets of the engine. */
  | { readonly kind: 'other' }

/** Type, number of attached binary packets, namespace, number of the response, JSON. */
const MESSAGE = /^(\d)(?:\d+-)?(?:(\/[^,]*)(?:,|$))?\d*(.*)$/s

/**
 * Reads one text frame from a server.
 * @param namespace such as `/markets`
 * @throws Error for an invalid packet, SyntaxError for invalid JSON
 */
export function readPacket(frame: string, namespace: string): Packet {
  const rest = frame.slice(1)
  switch (frame.charAt(0)) {
    case '0':
      return { kind: 'open' }
    case '1':
      return { kind: 'ended' }
    case '2':
      return { kind: 'ping', pong: `3${rest}` }
    case '3':
    case '6':
      return { kind: 'other' }
    case '4':
      return readMessage(rest, namespace)
    default:
      throw new Error(`'${frame.slice(0, 20)}' is not a packet of the engine`)
  }
}

function readMessage(message: string, namespace: string): Packet {
  const [, type, of = '/', json = ''] = MESSAGE.exec(message) ?? []
  if (type === undefined) throw new Error(`'${message.slice(0, 20)}' is not a packet of a socket`)
  if (of !== namespace) return { kind: 'other' }
  switch (type) {
    case '0':
      return { kind: 'joined' }
    case '1':
      return { kind: 'ended' }
    case '2':
      return readEvent(json)
    case '4':
      return { kind: 'refused', reason: reasonIn(JSON.parse(json)) }
    default:
      return { kind: 'other' }
  }
}

function readEvent(json: string): Packet {
  const parsed: unknown = JSON.parse(json)
  const [name, payload]: readonly unknown[] = Array.isArray(parsed) ? parsed : []
  if (typeof name !== 'string') throw new Error('an event has no name')
  return { kind: 'event', name, payload }
}

/** Returns the reason as text; at most one line of a log. */
export function reasonIn(payload: unknown): string {
  const said: unknown = Object(payload)['message']
  return (typeof said === 'string' ? said : JSON.stringify(payload)).slice(0, 200)
}

/** Returns the frame that joins a namespace. */
export function joinFrame(namespace: string): string {
  return `40${namespace},`
}

/** Returns the frame of an event without a response. */
export function toEventFrame(namespace: string, name: string, payload: object): string {
  return `42${namespace},${JSON.stringify([name, payload])}`
}
