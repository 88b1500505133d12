import { describe, expect, test } from 'vitest'
import {
  CannotListen,
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
