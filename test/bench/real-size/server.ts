import { createServer } from 'node:http'
import { answerKalshi } from './kalshi.js'
import { answerPolymarket } from './polymarket.js'

/**
 * Venues of their real size on a loopback port: a process of its own, so that its work is not taken for the daemon's.
 * Prints its port. `/kalshi/...` and `/polymarket/...` answer as the venues do; `/calls` tells how many calls came
 * since it was last asked, by the first part of their path, and the processor time they took, ms.
 */
const answers = { kalshi: answerKalshi, polymarket: answerPolymarket }
const calls = new Map<string, number>()
let since = process.cpuUsage()

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [, venue = '', ...rest] = url.pathname.split('/')
  if (venue === 'calls') {
    const { user, system } = process.cpuUsage(since)
    response.end(JSON.stringify({ calls: Object.fromEntries(calls), cpuMs: (user + system) / 1_000 }))
    calls.clear()
    since = process.cpuUsage()
    return
  }
  const group = `${venue} ${rest[0]}`
  calls.set(group, (calls.get(group) ?? 0) + 1)
  const body =
    venue === 'kalshi' || venue === 'polymarket'
      ? answers[venue](`/${rest.join('/')}`, url.searchParams)
      : undefined
  if (body === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"not_found","message":"not found"}}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
