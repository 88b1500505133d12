import { connect } from 'node:net'

export interface RawReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawRequest {
  readonly port: number
  readonly address?: '127.0.0.1' | '::1'
  readonly method?: string
  readonly target?: string
  /** Lines as they go onto the wire; nothing is added but the blank line. */
  readonly headers: readonly string[]
  readonly body?: string
}

/** Sends exactly these bytes and reads until the server closes or the answer is whole. */
export function rawRequest({
  port,
  address = '127.0.0.1',
  method = 'GET',
  target = '/health',
  headers,
  body = '',
}: RawRequest): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      text += chunk
      const found = parse(text)
      if (found === undefined) return
      socket.destroy()
      resolve(found.reply)
    })
    socket.on('close', () => reject(new Error(`the connection closed after: ${text.slice(0, 200)}`)))
    socket.write([`${method} ${target} HTTP/1.1`, ...headers, '', body].join('\r\n'))
  })
}

export interface RawConnection {
  /** Sends exactly these bytes. */
  send(text: string): void
  /** The next reply, when it is whole; fails when the connection closes before. */
  reply(): Promise<RawReply>
  /** Stops reading, as a caller who hangs. */
  pause(): void
  resume(): void
  hangUp(): void
  /** Characters received and not yet taken by `reply`. */
  received(): number
  readonly closed: Promise<void>
}

/** A connection on which a test sends and reads what it likes. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isClosed = false
  let tell = (): void => undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    tell()
  })
  // How a connection ended shows in what came before; a reset is one way of closing.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isClosed = true
      tell()
      resolve()
    }),
  )
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    send: (bytes) => void socket.write(bytes),
    async reply() {
      let wanted = 0
      for (;;) {
        const found = text.length < wanted ? undefined : parse(text)
        if (found !== undefined) {
          text = text.slice(found.end)
          return found.reply
        }
        if (wanted === 0) wanted = wantedOf(text)
        if (isClosed) throw new Error(`the connection closed after: ${text.slice(0, 200)}`)
        await new Promise<void>((resolve) => {
          tell = resolve
        })
      }
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    hangUp: () => void socket.destroy(),
    received: () => text.length,
    closed,
  }
}

/** The first whole reply in a text of bytes, and where it ends. */
function parse(text: string): { readonly reply: RawReply; readonly end: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const rest = text.slice(end + 4)
  const length = headers['content-length']
  const isWhole =
    length === undefined
      ? headers['transfer-encoding'] === undefined || rest.endsWith('0\r\n\r\n')
      : rest.length >= Number(length)
  if (!isWhole) return undefined
  const bytes = length === undefined ? rest : rest.slice(0, Number(length))
  const body = Buffer.from(bytes, 'latin1').toString('utf8')
  return {
    reply: { status: Number(statusLine.split(' ')[1]), headers, body },
    end: end + 4 + bytes.length,
  }
}

/** How much of a text must have come before it can hold a whole reply. */
function wantedOf(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, Math.max(0, end)))?.[1]
  return end < 0 || length === undefined ? 0 : end + 4 + Number(length)
}
