import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  conditionSpellingsOf,
  firstPositionOf,
  isComboPosition,
  isPositionId,
  isStructuralCondition,
  outcomeIdsOf,
  outcomeIndexOf,
  type ProtocolFacts,
  padCondition,
  protocolOf,
} from '../../../../src/venues/polymarket/native/protocol.js'
import { condition, token } from '../../../support/chain-ids.js'
import { failureOf } from '../../../support/expect.js'
import { long, short, twin, up } from '../protocol-venue.js'

const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`))

/** The parts of a position, most significant first (docs.polymarket.com, resources/onchain-position-data). */
const position = fc
  .record({
    module: fc.integer({ min: 1, max: 3 }),
    hash: hex(32),
    arity: hex(4),
    chain: hex(4),
    index: hex(4),
  })
  .map(({ module, hash, arity, chain, index }) => {
    const structural = `0x0${module}${hash}${arity}${'0'.repeat(16)}${chain}${index}`
    const idOf = (outcome: string) => String(BigInt(`${structural}${outcome}`))
    return { module, structural, first: idOf('00'), second: idOf('01') }
  })

describe('ids of the second protocol', () => {
  test('are told by their bits, and name their condition and place', () => {
    fc.assert(
      fc.property(position, ({ module, structural, first, second }) => {
        for (const [index, id] of [first, second].entries()) {
          expect(isPositionId(id)).toBe(true)
          expect(isComboPosition(id)).toBe(module === 3)
          expect(outcomeIndexOf(id)).toBe(index)
        }
        expect(BigInt(second) - BigInt(first)).toBe(1n)
        expect(isStructuralCondition(structural)).toBe(module !== 3)
        if (module === 3) return
        expect(conditionSpellingsOf(structural)).toEqual([structural, `${structural}00`])
        expect(conditionSpellingsOf(`${structural}00`)).toEqual([structural, `${structural}00`])
        expect(firstPositionOf(structural)).toBe(first)
      }),
    )
  })

  test('with a reserved bit, or of another module, are none', () => {
    fc.assert(
      fc.property(
        position,
        fc.integer({ min: 40, max: 103 }),
        fc.integer({ min: 4, max: 255 }),
        ({ first }, bit, module) => {
          expect(isPositionId(String(BigInt(first) | (1n << BigInt(bit))))).toBe(false)
          const elsewhere = BigInt.asUintN(248, BigInt(first)) | (BigInt(module) << 248n)
          expect(isPositionId(String(elsewhere))).toBe(false)
        },
      ),
    )
  })

  test.each(['', '7', 'up', long, `${up} `, '9'.repeat(79), twin.up, twin.down, token(1)])(
    '%j is none',
    (id) => {
      expect(isPositionId(id)).toBe(false)
    },
  )

  test('of the recorded canary', () => {
    expect(isPositionId(up)).toBe(true)
    expect(firstPositionOf(short)).toBe(up)
  })
})

describe('a condition id', () => {
  test('is padded once, in lower case, by the official rule', () => {
    fc.assert(
      fc.property(hex(62), fc.constantFrom(62, 64), (digits, width) => {
        const id = `0x${digits}${'ff'.repeat((width - 62) / 2)}`
        const padded = padCondition(id.toUpperCase().replace('0X', '0x'))
        expect(padded).toBe(/^0x0[12]/.test(id) && width === 62 ? `${id}00` : id)
        expect(padCondition(padded)).toBe(padded)
      }),
    )
  })

  test.each([
    [short, long],
    [long, long],
    [twin.condition, twin.condition],
    [`0x03${'5a'.repeat(30)}`, `0x03${'5a'.repeat(30)}`],
  ])('%s is %s', (id, padded) => {
    expect(padCondition(id)).toBe(padded)
  })

  test('of the CTF has one spelling', () => {
    expect(conditionSpellingsOf(condition(1))).toEqual([condition(1)])
    expect(isStructuralCondition(`0x01${'ab'.repeat(31)}`)).toBe(false)
  })
})

describe('the protocol of a row', () => {
  const row = (changes: Partial<ProtocolFacts>): ProtocolFacts => ({
    id: '1',
    conditionId: condition(1),
    version: 'v1',
    clobTokenIds: ['ctf'],
    positionIds: ['position'],
    ...changes,
  })

  test('chooses its ids, whatever other lists are filled', () => {
    expect(outcomeIdsOf(row({}))).toEqual(['ctf'])
    expect(outcomeIdsOf(row({ version: 'v2' }))).toEqual(['position'])
    expect(outcomeIdsOf(row({ version: 'v2', positionIds: undefined }))).toBeUndefined()
    expect(outcomeIdsOf(row({ clobTokenIds: undefined }))).toBeUndefined()
  })

  test('that is not said is v1 where nothing is of v2, as in rows of before it', () => {
    expect(protocolOf(row({ version: undefined, positionIds: undefined }))).toBe('v1')
    expect(protocolOf(row({ version: undefined }))).toBeUndefined()
    expect(
      protocolOf(row({ version: undefined, positionIds: undefined, conditionId: short })),
    ).toBeUndefined()
    expect(protocolOf(row({ version: undefined, positionIds: undefined, conditionId: long }))).toBeUndefined()
  })

  test.each(['v3', 'V1', 'null', '', '2'])("'%s' is none, and is named", async (version) => {
    expect(protocolOf(row({ version, positionIds: undefined }))).toBeUndefined()
    const error = await failureOf(() => outcomeIdsOf(row({ version })))
    expect(error).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      detail: { kind: 'unknown_protocol', marketId: '1', version },
    })
    expect(error.message).toContain(`'${version}'`)
  })
})
