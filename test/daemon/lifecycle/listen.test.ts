import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  CannotListen,
  describePortHolder,
  findSocketsAt,
  listenOnAddress,
  listenRefusal,
  PortTaken,
} from '../../../src/daemon/lifecycle/listen.js'

describe('where nothing can listen', () => {
  test('an address that this machine does not have is named, with the way out', async () => {
    // Kept for documentation (RFC 5737): no machine has it.
    const refused = await listenOnAddress('192.0.2.1', 0, () => {
      throw new Error('nothing may be served there')
    }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CannotListen)
    expect(refused).not.toBeInstanceOf(PortTaken)
    expect(String(refused)).toContain('192.0.2.1 does not exist on this machine. Leave out --host')
  })

  test.each([
    ['EADDRINUSE', 'in_use'],
    // A port of the system's, which nobody holds.
    ['EACCES', 'forbidden'],
    ['EPERM', 'forbidden'],
    ['EADDRNOTAVAIL', 'no_address'],
    ['EAFNOSUPPORT', 'no_address'],
    ['ENOTFOUND', 'no_address'],
    ['EAI_AGAIN', 'no_address'],
    ['EMFILE', undefined],
    [undefined, undefined],
  ])('%s means %s', (code, meaning) => {
    expect(listenRefusal(code)).toBe(meaning)
  })
})

test('a connection that a client keeps is not closed between requests some seconds apart', async () => {
  const nothing = (): void => {}
  const { port, servers } = await listenOnAddress('127.0.0.1', 0, () => ({
    onRequest: (_, response) => void response.end(),
    onConnection: nothing,
    onExpectation: nothing,
    isAnswering: () => false,
  }))
  try {
    const { headers } = await fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('keep-alive')).toBe('timeout=75')
  } finally {
    for (const server of servers) server.close()
  }
})

describe('the holder of a port', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:0F07 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1',
    '   1: 0100007F:A000 0100007F:0F07 01 00000000:00000000 00:00000000 00000000  1000        0 222 1',
  ].join('\n')

  test('listens there, or has the port as the local end of a connection', () => {
    expect(findSocketsAt(table, 3847)).toEqual([{ inode: '111', isListening: true }])
    expect(findSocketsAt(table, 0xa000)).toEqual([{ inode: '222', isListening: false }])
    expect(findSocketsAt(table, 1)).toEqual([])
  })

  test.runIf(process.platform === 'linux')('is named for an outgoing connection', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    expect(await describePortHolder(socket.localPort ?? 0)).toMatch(
      new RegExp(`^an outgoing connection of another program \\(pid ${process.pid}, `),
    )
    socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})
