import { describe, expect, test } from 'vitest'
import { WireError } from '../../src/transport/errors.js'
import { loadVenue } from '../../src/venues/registry.js'
import { type Answer, answer, setUp, write } from './transport-world.js'

const outlook = 'It was bought: see another.'
const HOUR = 3_600_000
const refused = new WireError('refused', 'Nobody listens.')
const says = (told: boolean) =>
  told ? expect.stringContaining(outlook) : expect.not.stringContaining(outlook)

async function messageOf(last: Answer, before: readonly Answer[] = [], hours = 0) {
  const { ask, clock } = setUp({ answers: [...before, last], outlook })
  for (const _call of before) await ask(write).outcome
  await clock.advance(hours * HOUR)
  const { error } = await ask(write).outcome
  return error instanceof Error ? error.message : undefined
}

describe('what is known of the future of a venue', () => {
  test.each<[string, Answer, boolean]>([
    ['that nobody answers', refused, true],
    ['that fails', answer(503), true],
    ['that lets nobody in', { status: 403, text: '<html>no</html>', headers: {} }, true],
    ['that asks to slow down', answer(429), false],
    ['that refuses credentials', answer(401), false],
    ['that knows no such thing', answer(404), false],
    ['that takes no such order', answer(400), false],
  ])('is in the error of one %s: %s', async (_what, last, told) => {
    expect(await messageOf(last)).toEqual(says(told))
  })

  test('is left out while it has answered within a day', async () => {
    expect(await messageOf(refused, [answer(200)], 23)).toEqual(says(false))
    expect(await messageOf(refused, [answer(200)], 25)).toEqual(says(true))
  })

  test('names who bought Probable, and no end that nobody announced', async () => {
    const probable = await loadVenue('probable')
    expect(probable?.outlook).toMatch(/predict\.fun/)
    expect(probable?.outlook).toMatch(/No shutdown of its API was announced/)
    expect((await loadVenue('kalshi'))?.outlook).toBeUndefined()
  })
})
