import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinFrame, readPacket, toEventFrame } from '../../../../src/venues/limitless/native/socket-io.js'

const read = (frame: string) => readPacket(frame, '/markets')

describe('frames', () => {
  test.each([
    // As recorded in August 2026, but for the ids.
    [
      '0{"sid":"A","upgrades":[],"pingInterval":25000,"pingTimeout":60000,"maxPayload":1000000}',
      { kind: 'open' },
    ],
    ['40/markets,{"sid":"B"}', { kind: 'joined' }],
    [
      '42/markets,["system",{"message":"Successfully registered connection"}]',
      { kind: 'event', name: 'system', payload: { message: 'Successfully registered connection' } },
    ],
    ['2', { kind: 'ping', pong: '3' }],
    ['2probe', { kind: 'ping', pong: '3probe' }],
    ['1', { kind: 'ended' }],
    ['3', { kind: 'other' }],
    ['6', { kind: 'other' }],
    ['41/markets,', { kind: 'ended' }],
    ['41/markets', { kind: 'ended' }],
    ['44/markets,{"message":"Not authorized"}', { kind: 'refused', reason: 'Not authorized' }],
    ['44/markets,{"code":7}', { kind: 'refused', reason: '{"code":7}' }],
    // With the number of an answer that is wanted, and an answer.
    ['42/markets,12["hello"]', { kind: 'event', name: 'hello', payload: undefined }],
    ['43/markets,12[{"error":"no"}]', { kind: 'other' }],
    // Of other namespaces, the first of which has no name; and of bytes.
    ['40{"sid":"B"}', { kind: 'other' }],
    ['42["system",{}]', { kind: 'other' }],
    ['42/other,["system",{}]', { kind: 'other' }],
    ['41', { kind: 'other' }],
    ['451-/markets,["bytes",{"_placeholder":true,"num":0}]', { kind: 'other' }],
  ])('%s', (frame, packet) => {
    expect(read(frame)).toEqual(packet)
  })

  test.each([
    '',
    'x',
    '4',
    '4x',
    '42/markets,',
    '42/markets,{}',
    '42/markets,[7]',
    '42/markets,["a"',
    '44/markets,',
  ])('which are none are errors: "%s"', (frame) => {
    expect(() => read(frame)).toThrow()
  })

  test('say what is read of them again, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (name, payload) => {
        const packet = read(toEventFrame('/markets', name, payload))
        expect(packet).toEqual({ kind: 'event', name, payload: JSON.parse(JSON.stringify(payload)) })
      }),
    )
    expect(joinFrame('/markets')).toBe('40/markets,')
  })

  test('never give a packet of another namespace, nor leave anything but an error', () => {
    const frame = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(9), fc.nat(9), fc.string()).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(frame, (text) => {
        try {
          const { kind } = readPacket(text, '/elsewhere')
          expect(['open', 'ping', 'ended', 'other', 'joined', 'refused', 'event']).toContain(kind)
          if (['joined', 'refused', 'event'].includes(kind)) expect(text).toContain('/elsewhere')
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
