import net from 'node:net'

/** A test that opens a socket to anywhere but the loopback fails with the address it wanted. */
const connect = net.Socket.prototype.connect
// This file is run before every test file, and a process has many of them.
if (connect.name !== 'onlyLoopback') {
  net.Socket.prototype.connect = function onlyLoopback(this: net.Socket, ...args: unknown[]) {
    const host = targetHost(args)
    if (host !== undefined && !/^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)) {
      throw new Error(`a test tried to connect to ${host}`)
    }
    return (connect as (...inner: unknown[]) => net.Socket).apply(this, args)
  } as typeof connect
}

function targetHost(args: readonly unknown[]): string | undefined {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0]
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: unknown; path?: unknown }
    return typeof path === 'string' ? undefined : typeof host === 'string' ? host : 'localhost'
  }
  return typeof args[1] === 'string' ? args[1] : undefined
}
