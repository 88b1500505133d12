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
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      text += chunk
      const reply = parse(text)
      if (reply === undefined) return
      socket.destroy()
      resolve(reply)
    })
    socket.on('close', () => reject(new Error(`the connection closed after: ${text.slice(0, 200)}`)))
    socket.write([`${method} ${target} HTTP/1.1`, ...headers, '', body].join('\r\n'))
  })
}

function parse(text: string): RawReply | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = text.slice(end + 4)
  const length = headers['content-length']
  const isWhole =
    length === undefined
      ? headers['transfer-encoding'] === undefined || body.endsWith('0\r\n\r\n')
      : Buffer.byteLength(body) >= Number(length)
  return isWhole ? { status: Number(statusLine.split(' ')[1]), headers, body } : undefined
}
