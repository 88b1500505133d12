import { WebSocket, WebSocketServer } from 'ws'

/**
 * The bare relay that the daemon's sockets are measured against: every frame of the venue goes on unread to the next
 * group of clients. Run as a process of its own; prints its port.
 */
const [venue = '', groups = '1'] = process.argv.slice(2)
const clients: WebSocket[] = []
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (client) => clients.push(client))
const source = new WebSocket(venue, { perMessageDeflate: false })
let turn = 0
source.on('message', (data: Buffer) => {
  const group = turn++ % Number(groups)
  const text = data.toString('utf8')
  clients.forEach((client, index) => {
    if (index % Number(groups) === group) client.send(text)
  })
})
server.on('listening', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
