// Tries every way out of a process, first with the guard and then without it; prints what became of each as JSON.
import dgram from 'node:dgram'
import dns, { lookup as lookupByName } from 'node:dns'
import { resolve4 as resolve4ByName } from 'node:dns/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net, { connect as connectByName } from 'node:net'
import tls from 'node:tls'
import undici from 'undici'

const { blockOutsideConnections } = await import(process.argv[2])
// Addresses and names that are reserved for documentation: nothing answers there even without the guard.
const IP = '192.0.2.1'
const NAME = 'venue.example'

const byEvents = (open, success) =>
  new Promise((resolve, reject) => {
    const thing = open()
    thing.once('error', reject)
    thing.once(success, () => resolve(thing))
  })
const byCallback = (call) =>
  new Promise((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))))

const ways = {
  fetch: () => fetch(`http://${IP}/`),
  'fetch by name': () => fetch(`https://${NAME}/`),
  http: () => byEvents(() => http.get(`http://${IP}/`), 'response'),
  'http by name': () => byEvents(() => http.get(`http://${NAME}/`), 'response'),
  https: () => byEvents(() => https.get(`https://${IP}/`), 'response'),
  http2: () => byEvents(() => http2.connect(`https://${IP}`), 'connect'),
  undici: () => undici.request(`http://${IP}/`),
  'undici by name': () => undici.request(`http://${NAME}/`),
  net: () => byEvents(() => net.connect(80, IP), 'connect'),
  'net by options': () => byEvents(() => net.connect({ host: IP, port: 80 }), 'connect'),
  'net by an imported name': () => byEvents(() => connectByName({ host: IP, port: 80 }), 'connect'),
  'net over IPv6': () => byEvents(() => net.connect({ host: '2001:db8::1', port: 80 }), 'connect'),
  'net over a mapped address': () =>
    byEvents(() => net.connect({ host: `::ffff:${IP}`, port: 80 }), 'connect'),
  'a bare socket': () => byEvents(() => new net.Socket().connect({ host: IP, port: 80 }), 'connect'),
  'a Unix socket': () => byEvents(() => net.connect({ path: '/tmp/no-such.sock' }), 'connect'),
  'localhost with a lookup of its own': () =>
    byEvents(
      () =>
        net.connect({
          host: 'localhost',
          port: 9,
          lookup: (_name, options, done) =>
            options.all ? done(null, [{ address: IP, family: 4 }]) : done(null, IP, 4),
        }),
      'connect',
    ),
  tls: () => byEvents(() => tls.connect({ host: IP, port: 443 }), 'secureConnect'),
  'dns.lookup': () => byCallback((done) => dns.lookup(NAME, done)),
  'dns.lookup by an imported name': () => byCallback((done) => lookupByName(NAME, done)),
  'dns.resolve': () => byCallback((done) => dns.resolve(NAME, done)),
  'dns.resolve of localhost': () => byCallback((done) => dns.resolve4('localhost', done)),
  'dns.reverse': () => byCallback((done) => dns.reverse(IP, done)),
  'dns.promises': () => dns.promises.resolveTxt(NAME),
  'dns.promises by an imported name': () => resolve4ByName(NAME),
  'dns.Resolver': () => byCallback((done) => new dns.Resolver().resolve4(NAME, done)),
  'dns.promises.Resolver': () => new dns.promises.Resolver().resolve4(NAME),
  'dgram send': () => byCallback((done) => dgram.createSocket('udp4').send('x', 53, IP, done)),
  'dgram send to an address that looks like a port': () =>
    byCallback((done) => dgram.createSocket('udp4').send('x', 53, '3221225985', done)),
  'dgram connect': () => byCallback((done) => dgram.createSocket('udp4').connect(53, IP, done)),
}

async function outcomeOf(way) {
  try {
    await way()
    return 'went out'
  } catch (error) {
    const cause = error.cause ?? error
    return cause.code === 'ERR_PMX_OFFLINE' ? 'refused' : `failed otherwise: ${cause.code} ${cause.message}`
  }
}

/** A socket made by its class, whose own lookup would lead it away: a datagram to localhost arrives there all the same. */
async function datagramByOwnLookup() {
  const receiver = dgram.createSocket('udp4')
  await new Promise((resolve) => receiver.bind(0, '127.0.0.1', resolve))
  const lookup = (_name, _options, done) => done(new Error('a lookup of its own was asked'))
  class Sender extends dgram.Socket {}
  const texts = []
  for (const Made of [dgram.Socket, Sender]) {
    const arrived = new Promise((resolve) => receiver.once('message', (text) => resolve(text.toString())))
    const sender = new Made({ type: 'udp4', lookup })
    const failed = new Promise((resolve) => sender.once('error', (error) => resolve(error.message)))
    sender.send('here', receiver.address().port, 'localhost')
    texts.push(await Promise.race([arrived, failed]))
    sender.close()
  }
  receiver.close()
  return texts
}

const server = http.createServer((_request, reply) => reply.end('here'))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address()

const uninstall = blockOutsideConnections()
const refused = {}
for (const [name, way] of Object.entries(ways)) refused[name] = await outcomeOf(way)
const loopback = {
  fetch: await (await fetch(`http://127.0.0.1:${port}/`)).text(),
  'fetch by name': await (await fetch(`http://localhost:${port}/`)).text(),
  undici: await (await undici.request(`http://127.0.0.1:${port}/`)).body.text(),
  port: await byEvents(() => net.connect(port), 'connect').then((socket) => socket.destroy() && 'here'),
  lookup: (await dns.promises.lookup('localhost')).address,
}
const received = await datagramByOwnLookup()
const before = net.Socket.prototype.connect
uninstall()
const given = net.Socket.prototype.connect !== before && Object.hasOwn(dns, 'lookup')
// The ways whose failure without a network is quick and certain.
const afterwards = await outcomeOf(ways['a Unix socket'])
process.stdout.write(JSON.stringify({ refused, loopback, received, given, afterwards }), () =>
  process.exit(0),
)
