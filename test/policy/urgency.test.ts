import { describe, expect, test } from 'vitest'
import { createSharedPriority, findMostUrgent, listenForRise, priorityOf } from '../../src/policy/urgency.js'

describe('the priority of shared work', () => {
  test('is that of its first caller, and rises once with the first interactive one', () => {
    const shared = createSharedPriority('background')
    const rises: string[] = []
    listenForRise(shared, () => rises.push('a'))
    listenForRise(shared, () => rises.push('left'))()
    shared.follow('background')
    expect([shared.now, rises]).toEqual(['background', []])
    shared.follow('interactive')
    shared.follow('interactive')
    shared.follow('background')
    expect([shared.now, rises]).toEqual(['interactive', ['a']])
    expect(priorityOf(createSharedPriority('interactive'))).toBe('interactive')
  })

  test('rises with other shared work it follows, until it stops following', () => {
    const [outer, left, inner] = [
      createSharedPriority('background'),
      createSharedPriority('background'),
      createSharedPriority('background'),
    ]
    inner.follow(outer)
    left.follow(outer)()
    outer.follow('interactive')
    expect([inner.now, left.now]).toEqual(['interactive', 'background'])
  })

  test('a fixed one never rises', () => {
    listenForRise('background', () => {
      throw new Error('it rose')
    })
    expect(priorityOf('background')).toBe('background')
  })
})

test('shared work rises class by class, and tells each time', () => {
  const shared = createSharedPriority('background')
  const seen: string[] = []
  listenForRise(shared, () => seen.push(shared.now))
  const follower = createSharedPriority('interactive')
  follower.follow(shared)
  for (const priority of ['orderRead', 'interactive', 'cancel', 'order'] as const) shared.follow(priority)
  expect([seen, follower.now]).toEqual([['orderRead', 'cancel'], 'cancel'])
  expect(findMostUrgent(['background', createSharedPriority('order'), 'interactive'])).toBe('order')
  expect(findMostUrgent([])).toBe('background')
})
