import { connect } from 'node:net'

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

export interface LoadOptions {
  readonly port: number
  /** The whole request, head and body. */
  readonly request: Buffer
  readonly connections: number
  readonly seconds: number
}

/**
 * Sends one request over and over on keep-alive connections. Every answer to it has the same number of bytes, so
 * answers are told apart by counting, which costs the generator next to nothing and leaves the machine to the server.
 */
export async function load({ port, request, connections, seconds }: LoadOptions): Promise<LoadResult> {
  const size = await answerSize(port, request)
  const endsAt = performance.now() + seconds * 1000
  const latencies: number[] = []
  let count = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true })
          let received = 0
          let sentAt = 0
          const send = (): void => {
            sentAt = performance.now()
            socket.write(request)
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('close', () => resolve())
          socket.on('data', (chunk: Buffer) => {
            received += chunk.length
            if (received < size) return
            received -= size
            count++
            const now = performance.now()
            latencies.push(now - sentAt)
            if (now < endsAt) send()
            else socket.destroy()
          })
        }),
    ),
  )
  const tookSeconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { requestsPerSecond: count / tookSeconds, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

/** Bytes of one whole answer, after a first one that may have been made rather than found. */
async function answerSize(port: number, request: Buffer): Promise<number> {
  await answer(port, request)
  return (await answer(port, request)).length
}

/** One whole answer, head and body. */
export function answer(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let bytes = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const headEnd = bytes.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /content-length: (\d+)/i.exec(bytes.subarray(0, headEnd).toString())?.[1]
      if (length === undefined) return reject(new Error('an answer without content-length'))
      if (bytes.length < headEnd + 4 + Number(length)) return
      socket.destroy()
      resolve(bytes)
    })
  })
}

export function getRequest(port: number, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
}

export function postRequest(port: number, path: string, body: unknown): Buffer {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json`
  return Buffer.from(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}
