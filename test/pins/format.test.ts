import { describe, expect, test } from 'vitest'
import {
  type Pin,
  parseCaptures,
  parsePins,
  toCaptureFile,
  toPinFile,
  withoutPin,
  withPin,
} from '../../src/pins/format.js'

const pin = (id: string, ...outcomeIds: string[]): Pin => ({
  venue: 'kalshi',
  id,
  outcomes: outcomeIds.map((outcomeId) => ({ outcomeId })),
  pinnedAt: 5,
})

describe('the file of pins', () => {
  test('is read back as it was written', () => {
    const pins = [
      pin('A', 'A', 'A-NO'),
      { ...pin('B'), outcomes: [{ outcomeId: 'B', label: 'yes', market: 'B?' }] },
    ]
    expect(parsePins(JSON.stringify(toPinFile(pins)), 'pins.json')).toEqual(pins)
  })

  test.each([
    ['{', 'it is not JSON'],
    ['{"version":2,"pins":[]}', "at 'version'"],
    ['{"version":1,"pins":[{"venue":"kalshi"}]}', "at 'pins.0.id'"],
    ['{"version":1,"pins":[{"venue":"nosuch","id":"A","outcomes":[],"pinnedAt":1}]}', "at 'pins.0.venue'"],
    ['{"version":1,"pins":[],"more":1}', 'more'],
  ])('%s is told with the file and the place', (text, problem) => {
    expect(() => parsePins(text, '/state/pins.json')).toThrow('/state/pins.json')
    expect(() => parsePins(text, '/state/pins.json')).toThrow(problem)
  })
})

describe('a pin', () => {
  test('of an id that is pinned takes the place of the earlier one', () => {
    const pins = [pin('A', 'A1'), pin('B', 'B1')]
    const { pins: after, earlier } = withPin(pins, pin('A', 'A1', 'A2'))
    expect(after).toEqual([pin('A', 'A1', 'A2'), pin('B', 'B1')])
    expect(earlier).toEqual(pin('A', 'A1'))
  })

  test('of the same id at another venue is another pin', () => {
    const other = { ...pin('A', 'A1'), venue: 'polymarket' } as const
    expect(withPin([pin('A', 'A1')], other)).toEqual({
      pins: [pin('A', 'A1'), other],
      earlier: undefined,
    })
  })

  test('is taken out by venue and id, and an unknown one leaves the list as it is', () => {
    const pins = [pin('A', 'A1'), pin('B', 'B1')]
    expect(withoutPin(pins, { venue: 'kalshi', id: 'A' })).toEqual([pin('B', 'B1')])
    expect(withoutPin(pins, { venue: 'polymarket', id: 'A' })).toBe(pins)
  })
})

describe('the file of captures', () => {
  const capture = { venue: 'kalshi', outcomeId: 'A', resolution: '1m', nextAt: 7, capturedTo: 6 } as const

  test('is read back as it was written', () => {
    const captures = [
      capture,
      { ...capture, resolution: '1h', at: 3, triedAt: 4, problem: 'down', done: true as const },
    ]
    expect(parseCaptures(JSON.parse(JSON.stringify(toCaptureFile(captures))))).toEqual(captures)
  })

  test('counts as empty when it is damaged: all in it can be found out again', () => {
    expect(parseCaptures({ version: 1, captures: [{ ...capture, nextAt: 'soon' }] })).toEqual([])
    expect(parseCaptures(undefined)).toEqual([])
  })
})
