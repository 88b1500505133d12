import { request as plainRequest } from 'node:http'
import { Agent, request as tlsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { ProxyUse } from './proxy.js'

/** Creates an agent whose one connection uses CONNECT through a proxy, for sockets over TLS. */
export function createTunnel(proxy: ProxyUse, timeoutMs: number): Agent {
  const agent = new Agent({ keepAlive: false })
  const open = (
    options: { readonly host?: string | null; readonly port?: number | string | null },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined => {
    const host = options.host ?? ''
    const via = new URL(proxy.address)
    const place = `${host}:${options.port ?? 443}`
    const ask = via.protocol === 'https:' ? tlsRequest : plainRequest
    const { username, password } = via
    const who = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
    const call = ask({
      host: via.hostname,
      port: via.port === '' ? (via.protocol === 'https:' ? 443 : 80) : via.port,
      method: 'CONNECT',
      path: place,
      agent: false,
      timeout: timeoutMs,
      headers: {
        host: place,
        ...(username === '' ? {} : { 'proxy-authorization': `Basic ${who.toString('base64')}` }),
      },
    })
    call.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) {
        done(null, connectTls({ socket, servername: host, ALPNProtocols: ['http/1.1'] }))
        return
      }
      socket.destroy()
      done(new Error(`The proxy (${proxy.setting}) refuses a connection to ${host} (HTTP ${statusCode}).`))
    })
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', ({ message }) =>
      done(new Error(`${host} was not reached through its proxy (${proxy.setting}): ${message}`)),
    )
    call.end()
  }
  return Object.assign(agent, { createConnection: open })
}
