import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** One answer, of which only the size is kept. */
export interface Told {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: number
  /** From the first byte of the question to the last of the answer. */
  readonly ms: number
}

/** More than are ever free: by itself an agent closes those beyond 256, and opens as many anew. */
const FREE_SOCKETS = 4_000

/** Asks over connections that stay open, as clients do. */
export function createClient() {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: FREE_SOCKETS })

  /** @param onChunk gets the body piece by piece */
  function ask(
    port: number,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    onChunk: (chunk: Buffer) => void = () => undefined,
  ): Promise<Told> {
    const from = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request({ agent, port, path, headers, host: '127.0.0.1' }, (reply) => {
        let bytes = 0
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          onChunk(chunk)
        })
        reply.on('error', reject)
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            bytes,
            ms: performance.now() - from,
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async function body(port: number, path: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    await ask(port, path, {}, (chunk) => chunks.push(chunk))
    return Buffer.concat(chunks)
  }

  return { ask, body, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof createClient>

/** The value below which such a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
