import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { OpenSocket, SocketCall, SocketEvents } from '../../../src/transport/socket.js'
import { settle } from '../../support/clock.js'
import { recording } from '../support/cassettes.js'

const KEY = 'k3y-of-an-account-9f8e7d6c5b4a'

/** A recording with one socket that the test plays the venue of. */
function socketOf(call: Partial<SocketCall> = {}) {
  const made = recording()
  let venue: SocketEvents | undefined
  const sent: string[] = []
  const wire = made.session.sockets(() => ({
    open(_call, events): OpenSocket {
      venue = events
      return {
        send: (text) => void sent.push(text),
        ping() {},
        cut: (reason) => events.closed({ code: 1006, reason }),
      }
    },
  }))
  const heard: [string, number][] = []
  const socket = wire.open(
    {
      place: { venue: 'kalshi', host: 'stream', path: '/ws', query: [['apikey', KEY]] },
      url: new URL(`ws://venue.test/ws?apikey=${KEY}`),
      secretHeaders: { apikey: KEY },
      maxBytes: 1_000,
      timeoutMs: 1_000,
      ...call,
    },
    {
      opened() {},
      text: (text) => void heard.push([text, made.session.clock.now()]),
      alive() {},
      closed() {},
    },
  )
  if (venue === undefined) throw new Error('no socket was opened')
  const lines = async (): Promise<string[]> => {
    await made.session.close()
    return readFileSync(made.file, 'utf8').trim().split('\n').slice(1)
  }
  return { ...made, venue, socket, sent, heard, lines }
}

describe('a socket that is recorded', () => {
  test('is written as it goes, what came in one piece together, and each thing is seen at its own time', async () => {
    const { venue, socket, clock, heard, lines, sent } = socketOf()
    const from = clock.now()
    clock.passTo(from + 5)
    venue.opened()
    socket.send('{"id":1,"cmd":"subscribe"}')
    clock.passTo(from + 9)
    venue.text('{"a":1}')
    venue.text('not json')
    await settle()
    clock.passTo(from + 12)
    venue.text('{"a":2}')
    socket.cut('nobody watches any more')
    expect(sent).toEqual(['{"id":1,"cmd":"subscribe"}'])
    expect(heard.map(([, at]) => at - from)).toEqual([9, 9, 12])
    expect((await lines()).slice(1)).toEqual([
      '{"opened":5}',
      '{"said":5,"json":{"id":1,"cmd":"subscribe"}}',
      '{"heard":9,"json":{"a":1}}',
      '{"heard":9,"joined":true,"text":"not json"}',
      '{"heard":12,"json":{"a":2}}',
      '{"ended":12,"code":1006,"reason":"nobody watches any more","ours":true}',
    ])
  })

  test('holds no secret: not in its address, in no frame of ours, and no frame of the venue that tells one', async () => {
    const { venue, socket, lines, heard, session } = socketOf()
    venue.opened()
    socket.send(JSON.stringify({ cmd: 'login', key: KEY, params: { market_tickers: ['K-A'], sign: 'abc' } }))
    socket.send(`42/markets,["subscribe",{"key":"${KEY}"}]`)
    socket.send(KEY.repeat(2))
    venue.text(JSON.stringify({ welcome: KEY }))
    venue.text('{"fine":true}')
    expect(heard.length).toBe(2)
    expect(session.report()).toMatchObject({ sockets: 1, withheld: 1 })
    const told = await lines()
    expect(told.join('\n')).not.toContain(KEY)
    expect(told.slice(0, 1)).toEqual([expect.stringContaining('"query":[["apikey","[withheld]"]]')])
    expect(told.slice(2)).toEqual([
      '{"said":0,"json":{"cmd":"login","key":"[withheld]","params":{"market_tickers":["K-A"],"sign":"[withheld]"}}}',
      '{"said":0,"text":"42/markets,[\\"subscribe\\",{\\"key\\":\\"[withheld]\\"}]"}',
      '{"said":0,"text":"[withheld]"}',
      '{"heard":0,"joined":true,"json":{"fine":true}}',
    ])
  })
})
