import { describe } from 'vitest'
import { fakeClock } from '../../support/clock.js'
import { memoryHub } from '../../support/memory-tier.js'
import { tierSuite } from './tier-suite.js'

describe('the tier of the tests', () => {
  tierSuite(async () => {
    const clock = fakeClock()
    const hub = memoryHub(clock)
    const one = hub.open()
    return {
      one,
      two: hub.open(),
      close: () => Promise.resolve(),
      async killOne() {
        one.kill()
        await clock.advance(5_100)
      },
    }
  })
})
